import type { JournalEntry } from '../../entries.ts';

export const withdrawalJournals = {
  hold: { minus: 'withdrawal' },
  // What a payout paid less than was ordered.
  settlement: { plus: 'withdrawal_return' },
  release: { plus: 'withdrawal_return' },
} as const satisfies Record<string, JournalEntry>;
