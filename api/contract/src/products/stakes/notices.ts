import type { NoticeEntry } from '../../entries.ts';

export const stakeNotices = {
  stakeStarted: { kind: 'stake', params: { amount: 'text', date: 'day', reward: 'text' } },
  /** Of notices that were written before the next one took its place. */
  stakeMatures: { kind: 'stake', params: { amount: 'text', date: 'day', choice: 'text' } },
  stakeMaturesSoon: { kind: 'stake', params: { amount: 'text', date: 'day', choice: 'maturityChoice', until: 'time' } },
  stakeRenewed: { kind: 'stake', params: { amount: 'text', date: 'day', reward: 'text' } },
  stakeUnlocked: { kind: 'stake', params: { amount: 'text', why: 'maturityReason' } },
  stakeReturned: { kind: 'stake', params: { amount: 'text' } },
  stakeProfitReturned: { kind: 'stake', params: { amount: 'text' } },
  stakeEnded: { kind: 'stake', params: { amount: 'text' } },
} as const satisfies Record<string, NoticeEntry>;
