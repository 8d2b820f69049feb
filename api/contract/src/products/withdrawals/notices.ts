import type { NoticeEntry } from '../../entries.ts';

export const withdrawalNotices = {
  /** Of notices that were written before the next one took its place. */
  withdrawalSubmitted: { kind: 'money', params: { amount: 'text' } },
  withdrawalSubmittedUntil: { kind: 'money', params: { amount: 'text', until: 'time' } },
  withdrawalWaits: { kind: 'money', params: { amount: 'text' } },
  withdrawalSent: { kind: 'money', params: { amount: 'text' } },
  withdrawalComplete: { kind: 'money', params: { amount: 'text' } },
  withdrawalRejected: { kind: 'money', params: { amount: 'text', reason: 'rejectionCause' } },
  payoutRejected: { kind: 'money', params: { amount: 'text', reason: 'rejectionCause' } },
} as const satisfies Record<string, NoticeEntry>;
