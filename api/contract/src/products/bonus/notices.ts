import type { NoticeEntry } from '../../entries.ts';

export const bonusNotices = {
  teamBonusPaid: { kind: 'team', params: { usdp: 'text', rp: 'text' } },
  teamBonusHeld: { kind: 'team', params: {} },
} as const satisfies Record<string, NoticeEntry>;
