import type { JournalEntry } from '../../entries.ts';

export const transferJournals = {
  transfer: { plus: 'transfer_in', minus: 'transfer_out' },
} as const satisfies Record<string, JournalEntry>;
