import type { NoticeEntry } from '../../entries.ts';

export const packageNotices = {
  packageBought: { kind: 'stake', params: { level: 'text', price: 'text' } },
  packageCancelled: { kind: 'stake', params: { level: 'text', price: 'text' } },
  packageReleased: { kind: 'stake', params: { level: 'text', amount: 'text' } },
} as const satisfies Record<string, NoticeEntry>;
