import type { JournalEntry } from '../../entries.ts';

export const stakeJournals = {
  stake_start: { plus: 'stake_start', minus: 'stake_start', isOne: true },
  stake_profit: { plus: 'stake_profit', minus: 'stake_profit', isOne: true },
  stake_term: {},
  stake_redeem: { plus: 'stake_redeem', minus: 'stake_redeem', isOne: true },
  stake_restore: { plus: 'stake_restore', minus: 'stake_restore', isOne: true },
} as const satisfies Record<string, JournalEntry>;
