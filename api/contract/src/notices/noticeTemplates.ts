/** What a notice is about; members filter by it. */
export const noticeKinds = ['money', 'stake', 'team', 'security', 'system'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/**
 * What is stored in a parameter: `text` as it is shown, money as `1,234.56 USD`; `time` as RFC 3339 and `day` as
 * `2026-03-09`, which each reader's language shows in its own way. Days were stored as the moment of their beginning once.
 */
export type NoticeParamKind = 'text' | 'time' | 'day';

interface NoticeTemplateEntry {
  readonly kind: NoticeKind;
  readonly params: Readonly<Record<string, NoticeParamKind>>;
}

/**
 * Every notice there is, with what its text names. Only template and parameters are stored; the texts lie alongside, in a
 * folder of each product's, as `notify.<template>.title` and `.text` in four languages, and the account feature takes them.
 */
export const noticeTemplates = {
  transferReceived: { kind: 'money', params: { amount: 'text', sender: 'text' } },
  depositCredited: { kind: 'money', params: { received: 'text', amount: 'text' } },
  depositBelowMinimum: { kind: 'money', params: { received: 'text', minimum: 'text' } },
  depositHeld: { kind: 'money', params: { received: 'text' } },
  depositReturning: { kind: 'money', params: { amount: 'text' } },
  /** Of notices that were written before the next one took its place. */
  withdrawalSubmitted: { kind: 'money', params: { amount: 'text' } },
  withdrawalSubmittedUntil: { kind: 'money', params: { amount: 'text', until: 'time' } },
  withdrawalWaits: { kind: 'money', params: { amount: 'text' } },
  withdrawalSent: { kind: 'money', params: { amount: 'text' } },
  withdrawalComplete: { kind: 'money', params: { amount: 'text' } },
  withdrawalRejected: { kind: 'money', params: { amount: 'text', reason: 'text' } },
  payoutRejected: { kind: 'money', params: { amount: 'text', reason: 'text' } },
  packageBought: { kind: 'stake', params: { level: 'text', price: 'text' } },
  packageCancelled: { kind: 'stake', params: { level: 'text', price: 'text' } },
  packageReleased: { kind: 'stake', params: { level: 'text', amount: 'text' } },
  stakeStarted: { kind: 'stake', params: { amount: 'text', date: 'day', reward: 'text' } },
  stakeMatures: { kind: 'stake', params: { amount: 'text', date: 'day', choice: 'text' } },
  stakeRenewed: { kind: 'stake', params: { amount: 'text', date: 'day', reward: 'text' } },
  stakeUnlocked: { kind: 'stake', params: { amount: 'text', why: 'text' } },
  stakeReturned: { kind: 'stake', params: { amount: 'text' } },
  stakeProfitReturned: { kind: 'stake', params: { amount: 'text' } },
  stakeEnded: { kind: 'stake', params: { amount: 'text' } },
  teamBonusPaid: { kind: 'team', params: { usdp: 'text', rp: 'text' } },
  teamBonusHeld: { kind: 'team', params: {} },
  newDevice: { kind: 'security', params: { device: 'text' } },
  codeGuessed: { kind: 'security', params: { device: 'text' } },
  passwordChanged: { kind: 'security', params: { until: 'time' } },
  passwordReset: { kind: 'security', params: { until: 'time' } },
  googleBound: { kind: 'security', params: {} },
  googleUnbound: { kind: 'security', params: { until: 'time' } },
  recoveryCodeUsed: { kind: 'security', params: { left: 'text' } },
  emailChanged: { kind: 'security', params: { email: 'text', until: 'time' } },
  addressAdded: { kind: 'security', params: { label: 'text', until: 'time' } },
  accountFrozen: { kind: 'security', params: {} },
  sessionEnded: { kind: 'security', params: { device: 'text' } },
  passkeyAdded: { kind: 'security', params: { name: 'text' } },
  passkeyRemoved: { kind: 'security', params: { name: 'text' } },
  passkeysEnded: { kind: 'security', params: {} },
  secondFactorReset: { kind: 'security', params: { until: 'time' } },
  secondFactorResetPending: { kind: 'security', params: { until: 'time' } },
  secondFactorResetCancelled: { kind: 'security', params: {} },
  suspended: { kind: 'system', params: { reason: 'text' } },
  restored: { kind: 'system', params: {} },
  inquiryAnswered: { kind: 'system', params: {} },
  termsChanged: { kind: 'system', params: {} },
} as const satisfies Record<string, NoticeTemplateEntry>;

export type NoticeTemplate = keyof typeof noticeTemplates;

/** What a template's text names, by template. */
export type NoticeParams<Template extends NoticeTemplate> = {
  readonly [Name in keyof (typeof noticeTemplates)[Template]['params']]: string;
};
