import type { JournalEntry } from '../../entries.ts';

export const bonusJournals = {
  bonus_close: {},
  team_bonus: { plus: 'team_bonus' },
  bonus_correction: { plus: 'bonus_correction', minus: 'bonus_correction' },
} as const satisfies Record<string, JournalEntry>;
