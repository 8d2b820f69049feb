import type { JournalEntry } from '../../entries.ts';

export const openingJournals = {
  opening: { plus: 'opening', minus: 'opening' },
} as const satisfies Record<string, JournalEntry>;

export const reversalJournals = {
  reversal: { plus: 'correction', minus: 'correction' },
} as const satisfies Record<string, JournalEntry>;
