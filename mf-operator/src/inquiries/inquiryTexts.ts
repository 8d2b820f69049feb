import type { InquiryStatus, InquiryType } from '@trellis/api-contract';
import type { ReadyAnswerName } from '@trellis/api-contract/operator';
import type { Tone } from '@trellis/kit';

export const topicText = {
  deposit: 'inquiries.topic.deposit',
  withdraw: 'inquiries.topic.withdraw',
  stake: 'inquiries.topic.stake',
  package: 'inquiries.topic.package',
  team: 'inquiries.topic.team',
  account: 'inquiries.topic.account',
  other: 'inquiries.topic.other',
} as const satisfies Record<InquiryType, string>;

export const statusText = {
  received: 'inquiries.status.received',
  answered: 'inquiries.status.answered',
  closed: 'inquiries.status.closed',
} as const satisfies Record<InquiryStatus, string>;

export const statusTone = {
  received: 'warning',
  answered: 'positive',
  closed: 'neutral',
} as const satisfies Record<InquiryStatus, Tone>;

/** What a ready answer is about, in the words of who chooses it. */
export const readyText = {
  depositMissing: 'inquiries.ready.depositMissing',
  belowMinimum: 'inquiries.ready.belowMinimum',
  withdrawalInReview: 'inquiries.ready.withdrawalInReview',
  lostAuthenticator: 'inquiries.ready.lostAuthenticator',
  suspended: 'inquiries.ready.suspended',
  packageReturn: 'inquiries.ready.packageReturn',
  howToReachUs: 'inquiries.ready.howToReachUs',
} as const satisfies Record<ReadyAnswerName, string>;
