import type { NoticeEntry } from '../../entries.ts';

export const stakeNotices = {
  stakeStarted: { kind: 'stake', params: { amount: 'text', date: 'day', reward: 'text' } },
  stakeMatures: { kind: 'stake', params: { amount: 'text', date: 'day', choice: 'text' } },
  stakeRenewed: { kind: 'stake', params: { amount: 'text', date: 'day', reward: 'text' } },
  stakeUnlocked: { kind: 'stake', params: { amount: 'text', why: 'text' } },
  stakeReturned: { kind: 'stake', params: { amount: 'text' } },
  stakeProfitReturned: { kind: 'stake', params: { amount: 'text' } },
  stakeEnded: { kind: 'stake', params: { amount: 'text' } },
} as const satisfies Record<string, NoticeEntry>;
