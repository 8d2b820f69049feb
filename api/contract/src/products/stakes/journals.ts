import type { JournalEntry } from '../../entries.ts';

export const stakeJournals = {
  stake_start: { plus: 'stake_start', minus: 'stake_start' },
  stake_profit: { plus: 'stake_profit', minus: 'stake_profit' },
  stake_term: {},
  stake_redeem: { plus: 'stake_redeem', minus: 'stake_redeem' },
  stake_restore: { plus: 'stake_restore', minus: 'stake_restore' },
} as const satisfies Record<string, JournalEntry>;
