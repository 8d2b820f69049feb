import type { JournalEntry } from '../../entries.ts';

export const poolJournals = {
  pool_funding: {},
} as const satisfies Record<string, JournalEntry>;
