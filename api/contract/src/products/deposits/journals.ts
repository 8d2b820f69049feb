import type { JournalEntry } from '../../entries.ts';

export const depositJournals = {
  deposit: { plus: 'deposit' },
  deposit_aside: {},
  deposit_return: { plus: 'deposit_return' },
  deposit_restore: { minus: 'deposit_restore' },
} as const satisfies Record<string, JournalEntry>;
