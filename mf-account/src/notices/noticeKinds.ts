import type { NoticeKind } from '@trellis/api-contract';
import type { Tone } from '@trellis/kit';
import { coinsIcon, megaphoneIcon, shieldIcon, stackIcon } from '../icons.ts';

export const noticeKindText = {
  money: 'notify.kind.money',
  stake: 'notify.kind.stake',
  team: 'notify.kind.team',
  security: 'notify.kind.security',
  system: 'notify.kind.system',
} as const satisfies Record<NoticeKind, string>;

export const noticeKindIcon = {
  money: coinsIcon,
  stake: stackIcon,
  team: 'team',
  security: shieldIcon,
  system: megaphoneIcon,
} as const;

export const noticeKindTone = {
  money: 'primary',
  stake: 'locked',
  team: 'primary',
  security: 'warning',
  system: 'neutral',
} as const satisfies Record<NoticeKind, Tone>;
