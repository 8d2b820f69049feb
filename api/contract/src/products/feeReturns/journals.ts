import type { JournalEntry } from '../../entries.ts';

export const feeReturnJournals = {
  fee_returned: { plus: 'fee_returned' },
} as const satisfies Record<string, JournalEntry>;
