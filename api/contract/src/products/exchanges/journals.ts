import type { JournalEntry } from '../../entries.ts';

export const exchangeJournals = {
  exchange: { plus: 'exchange_in', minus: 'exchange_out', isOne: true },
} as const satisfies Record<string, JournalEntry>;
