import type { JournalEntry } from '../../entries.ts';

export const packageJournals = {
  package_purchase: { minus: 'package_purchase', isOne: true },
  package_release: { plus: 'package_release' },
} as const satisfies Record<string, JournalEntry>;
