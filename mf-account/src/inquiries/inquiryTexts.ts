import type { InquiryStatus, InquiryType } from '@trellis/api-contract';
import type { Tone } from '@trellis/kit';

export const inquiryTypeText = {
  deposit: 'consulation.type.deposit',
  withdraw: 'consulation.type.withdraw',
  stake: 'consulation.type.stake',
  package: 'consulation.type.package',
  team: 'consulation.type.team',
  account: 'consulation.type.account',
  other: 'consulation.type.other',
} as const satisfies Record<InquiryType, string>;

export const inquiryStatusText = {
  received: 'consulation.status.received',
  answered: 'consulation.status.answered',
  closed: 'consulation.status.closed',
} as const satisfies Record<InquiryStatus, string>;

export const inquiryStatusTone = {
  received: 'warning',
  answered: 'positive',
  closed: 'neutral',
} as const satisfies Record<InquiryStatus, Tone>;
