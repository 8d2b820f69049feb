import type {
  MaturityOption,
  MaturityReason,
  NoticeParamKind,
  NoticeTemplate,
  RejectionCause,
  SuspensionCause,
} from '@trellis/api-contract';
import type { UtcDay } from '../../ground/utcDay.ts';
import type { MailTemplate } from '../../platform/mail/templates.ts';

interface EventEntry {
  /** What its texts name: as it is shown, or what each reader's language and time zone show in their own way. */
  readonly params: Readonly<Record<string, NoticeParamKind>>;
  readonly notice?: NoticeTemplate;
  readonly mail?: MailTemplate;
  /** Paths of the product that notice and mail always lead to; others are given with the event. */
  readonly noticeLink?: string;
  readonly mailLink?: string;
}

/** Everything that a member is ever notified of, and on which channels. */
export const events = {
  depositCredited: {
    params: { received: 'text', amount: 'text' },
    notice: 'depositCredited',
  },
  depositBelowMinimum: {
    params: { received: 'text', minimum: 'text' },
    notice: 'depositBelowMinimum',
    noticeLink: '/wallet/topup',
  },
  depositHeld: { params: { received: 'text' }, notice: 'depositHeld', noticeLink: '/wallet/topup' },
  withdrawalSubmitted: {
    params: { amount: 'text', address: 'text', until: 'time', hours: 'text' },
    notice: 'withdrawalSubmittedUntil',
    mail: 'withdrawalSubmitted',
    mailLink: '/forgetPassword',
  },
  /** While payouts are frozen nobody can say until when. */
  withdrawalWaits: {
    params: { amount: 'text', address: 'text', hours: 'text' },
    notice: 'withdrawalWaits',
    mail: 'withdrawalWaits',
    mailLink: '/forgetPassword',
  },
  depositReturning: {
    params: { amount: 'text', address: 'text', until: 'time' },
    notice: 'depositReturning',
    mail: 'depositReturning',
  },
  depositReturnWaits: {
    params: { amount: 'text', address: 'text' },
    notice: 'depositReturning',
    mail: 'depositReturnWaits',
  },
  withdrawalSent: { params: { amount: 'text' }, notice: 'withdrawalSent' },
  withdrawalComplete: {
    params: { amount: 'text', address: 'text' },
    notice: 'withdrawalComplete',
    mail: 'withdrawalComplete',
  },
  withdrawalRejected: {
    params: { amount: 'text', reason: 'rejectionCause' },
    notice: 'withdrawalRejected',
    mail: 'withdrawalRejected',
  },
  payoutRejected: {
    params: { amount: 'text', reason: 'rejectionCause' },
    notice: 'payoutRejected',
    mail: 'payoutRejected',
  },
  packageBought: {
    params: { level: 'text', price: 'text', reward: 'text', last: 'day' },
    notice: 'packageBought',
    mail: 'packageBought',
  },
  /** By mail alone, once a day: the notice of each part is written where it is released. */
  packageReleased: { params: { amount: 'text' }, mail: 'packageReleased' },
  packageCancelled: {
    params: { level: 'text', price: 'text' },
    notice: 'packageCancelled',
    mail: 'packageCancelled',
  },
  stakeStarted: {
    params: { amount: 'text', date: 'day', reward: 'text' },
    notice: 'stakeStarted',
    mail: 'stakeStarted',
  },
  stakeMatures: {
    params: { amount: 'text', date: 'day', choice: 'maturityChoice', until: 'time' },
    notice: 'stakeMaturesSoon',
    mail: 'stakeMatures',
  },
  stakeRenewed: {
    params: { amount: 'text', date: 'day', reward: 'text' },
    notice: 'stakeRenewed',
    mail: 'stakeRenewed',
  },
  stakeUnlocked: { params: { amount: 'text', why: 'maturityReason' }, notice: 'stakeUnlocked', mail: 'stakeUnlocked' },
  stakeReturned: { params: { amount: 'text' }, notice: 'stakeReturned', mail: 'stakeReturned' },
  stakeProfitReturned: { params: { amount: 'text' }, notice: 'stakeProfitReturned' },
  stakeEnded: { params: { amount: 'text' }, notice: 'stakeEnded', mail: 'stakeEnded' },
  bonusHeld: { params: {}, notice: 'teamBonusHeld', noticeLink: '/team?tab=performance' },
  newDevice: {
    params: { device: 'device', time: 'time' },
    notice: 'newDevice',
    mail: 'newDevice',
    noticeLink: '/account/devices',
  },
  codeGuessed: {
    params: { device: 'device', time: 'time' },
    notice: 'codeGuessed',
    mail: 'codeGuessed',
    noticeLink: '/account/password',
  },
  sessionEnded: {
    params: { device: 'device' },
    notice: 'sessionEnded',
    mail: 'sessionEnded',
    noticeLink: '/account/devices',
  },
  accountFrozen: { params: {}, notice: 'accountFrozen', mail: 'accountFrozen' },
  passwordChanged: { params: { until: 'time' }, notice: 'passwordChanged', mail: 'passwordChanged' },
  passwordReset: { params: { until: 'time' }, notice: 'passwordReset', mail: 'passwordReset' },
  emailChanged: {
    params: { email: 'text', until: 'time' },
    notice: 'emailChanged',
    mail: 'emailChanged',
    noticeLink: '/account/email',
  },
  /** The same, to the mailbox that is left: not where to. */
  emailLeft: { params: { until: 'time' }, mail: 'emailChanged' },
  googleBound: {
    params: {},
    notice: 'googleBound',
    mail: 'googleBound',
    noticeLink: '/account/googleAuth',
  },
  googleUnbound: {
    params: { until: 'time' },
    notice: 'googleUnbound',
    mail: 'googleUnbound',
    noticeLink: '/account/googleAuth',
  },
  recoveryCodeUsed: {
    params: { left: 'text' },
    notice: 'recoveryCodeUsed',
    mail: 'recoveryCodeUsed',
    noticeLink: '/account/googleAuth',
  },
  passkeyAdded: {
    params: { name: 'text' },
    notice: 'passkeyAdded',
    mail: 'passkeyAdded',
    noticeLink: '/account/passkeys',
  },
  passkeyRemoved: {
    params: { name: 'text' },
    notice: 'passkeyRemoved',
    mail: 'passkeyRemoved',
    noticeLink: '/account/passkeys',
  },
  passkeysEnded: {
    params: {},
    notice: 'passkeysEnded',
    noticeLink: '/account/passkeys',
  },
  addressAdded: {
    params: { label: 'text', address: 'text', until: 'time' },
    notice: 'addressAdded',
    mail: 'addressAdded',
    noticeLink: '/account/addresses',
  },
  factorResetPending: {
    params: { until: 'time' },
    notice: 'secondFactorResetPending',
    mail: 'factorResetPending',
    noticeLink: '/account/googleAuth',
  },
  factorResetCancelled: {
    params: {},
    notice: 'secondFactorResetCancelled',
    mail: 'factorResetCancelled',
    mailLink: '/consulation',
  },
  factorReset: { params: { until: 'time' }, notice: 'secondFactorReset', mail: 'factorReset' },
  suspended: {
    params: { reason: 'suspensionCause' },
    notice: 'suspended',
    mail: 'memberSuspended',
    noticeLink: '/consulation',
    mailLink: '/consulation',
  },
  restored: { params: {}, notice: 'restored', mail: 'memberRestored' },
  inquiryAnswered: { params: {}, notice: 'inquiryAnswered' },
  resetCode: { params: { code: 'text' }, mail: 'resetCode' },
  newEmailCode: { params: { code: 'text' }, mail: 'newEmailCode' },
  bindGoogleCode: { params: { code: 'text' }, mail: 'bindGoogleCode' },
  changeEmailCode: { params: { code: 'text' }, mail: 'changeEmailCode' },
  depositAddressCode: { params: { code: 'text' }, mail: 'depositAddressCode' },
  exchangeCode: { params: { code: 'text' }, mail: 'exchangeCode' },
  packageCode: { params: { code: 'text' }, mail: 'packageCode' },
  stakeCode: { params: { code: 'text' }, mail: 'stakeCode' },
  addPasskeyCode: { params: { code: 'text' }, mail: 'addPasskeyCode' },
} as const satisfies Record<string, EventEntry>;

export type EventName = keyof typeof events;

/** What has to be said with an event. */
export type EventParams<Name extends EventName> = {
  readonly [Param in keyof (typeof events)[Name]['params']]: Given[(typeof events)[Name]['params'][Param] &
    NoticeParamKind];
};
/** What is given for a parameter of each kind; an empty reason is none. */
type Given = Readonly<{
  text: string;
  time: Date;
  day: UtcDay;
  device: string;
  suspensionCause: SuspensionCause;
  rejectionCause: RejectionCause;
  maturityReason: MaturityReason | '';
  maturityChoice: `${MaturityOption | 0}`;
}>;

export const entryOf = (name: EventName): EventEntry => events[name];
