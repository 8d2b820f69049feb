import type { NoticeEntry } from '../../entries.ts';

export const depositNotices = {
  depositCredited: { kind: 'money', params: { received: 'text', amount: 'text' } },
  depositBelowMinimum: { kind: 'money', params: { received: 'text', minimum: 'text' } },
  depositHeld: { kind: 'money', params: { received: 'text' } },
  depositReturning: { kind: 'money', params: { amount: 'text' } },
} as const satisfies Record<string, NoticeEntry>;
