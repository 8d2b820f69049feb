import type { NoticeEntry } from '../../entries.ts';

export const transferNotices = {
  transferReceived: { kind: 'money', params: { amount: 'text', sender: 'text' } },
} as const satisfies Record<string, NoticeEntry>;
