import type { OutputOf } from '@trellis/api-contract';
import type { TimelineKind } from '@trellis/api-contract/operator';

export type TimelineLine = OutputOf<'operator', 'getMemberTimeline'>['lines'][number];
export type LineOf<Kind extends TimelineLine['kind']> = Extract<TimelineLine, { kind: Kind }>;
export type UnitEquation = OutputOf<'operator', 'getMemberEquation'>['units'][number];

export const kindTexts = {
  money: 'history.money',
  security: 'history.security',
  deeds: 'history.support',
  looks: 'history.looks',
} as const satisfies Record<TimelineKind, string>;

export const emptyTexts = {
  all: 'history.empty',
  money: 'history.emptyMoney',
  security: 'history.emptySecurity',
  deeds: 'history.emptySupport',
  looks: 'history.emptyLooks',
} as const satisfies Record<TimelineKind | 'all', string>;

export const withdrawalTexts = {
  submitted: 'history.withdrawal.submitted',
  security_check: 'history.withdrawal.securityCheck',
  review: 'history.withdrawal.review',
  first_approval: 'history.withdrawal.firstApproval',
  approved: 'history.withdrawal.approved',
  sent: 'history.withdrawal.sent',
  complete: 'history.withdrawal.complete',
  rejected: 'history.withdrawal.rejected',
} as const satisfies Record<LineOf<'withdrawal'>['event'], string>;

export const depositTexts = {
  confirming: 'history.deposit.confirming',
  credited: 'history.deposit.credited',
  below_minimum: 'history.deposit.belowMinimum',
  held_unverified: 'history.deposit.heldUnverified',
  suspense: 'history.deposit.suspense',
  returning: 'history.deposit.returning',
  returned: 'history.deposit.returned',
} as const satisfies Record<LineOf<'deposit'>['state'], string>;

export const stakeTexts = {
  started: 'history.stake.started',
  chosen: 'history.stake.chosen',
  unchosen: 'history.stake.unchosen',
  unlocked: 'history.stake.unlocked',
  renewed: 'history.stake.renewed',
  profit_paid: 'history.stake.profitPaid',
  profit_applied: 'history.stake.profitApplied',
  applied: 'history.stake.applied',
  paid: 'history.stake.paid',
  returned: 'history.stake.returned',
  ended: 'history.stake.ended',
} as const satisfies Record<LineOf<'stake'>['event'], string>;

/** What touches an account’s safety, by the call. */
const securityTexts = {
  register: 'history.event.register',
  logIn: 'history.event.logIn',
  logInWithPasskey: 'history.event.logInWithPasskey',
  verifyEmailCode: 'history.event.verifyEmailCode',
  setPassword: 'history.event.setPassword',
  changePassword: 'history.event.changePassword',
  changeEmail: 'history.event.changeEmail',
  finishGoogleBinding: 'history.event.finishGoogleBinding',
  unbindGoogle: 'history.event.unbindGoogle',
  addPasskey: 'history.event.addPasskey',
  removePasskey: 'history.event.removePasskey',
  addAddress: 'history.event.addAddress',
  removeAddress: 'history.event.removeAddress',
  endSession: 'history.event.endSession',
  endOtherSessions: 'history.event.endOtherSessions',
  freezeAccount: 'history.event.freezeAccount',
  setAntiPhishingCode: 'history.event.setAntiPhishingCode',
  keepFactor: 'history.event.keepFactor',
  cancelFactorReset: 'history.event.cancelFactorReset',
  startGoogleBinding: 'history.event.startGoogleBinding',
  confirmGoogleBinding: 'history.event.confirmGoogleBinding',
  verifyDepositAddress: 'history.event.verifyDepositAddress',
  createTransfer: 'history.event.createTransfer',
  createExchange: 'history.event.createExchange',
  createWithdrawal: 'history.event.createWithdrawal',
  buyPackage: 'history.event.buyPackage',
  startStake: 'history.event.startStake',
  chooseForStake: 'history.event.chooseForStake',
} as const;

/** By the action in the audit log. */
const withdrawalActionTexts = {
  'member.suspend': 'history.action.memberSuspend',
  'member.restore': 'history.action.memberRestore',
  'member.country': 'history.action.memberCountry',
  'member.end_sessions': 'history.action.memberEndSessions',
  'member.find': 'history.action.memberFind',
  'member.read': 'history.action.memberRead',
  'member.timeline': 'history.action.memberTimeline',
  'member.equation': 'history.action.memberEquation',
  'member.export_records': 'history.action.memberExport',
  'factor_reset.request': 'history.action.factorResetRequest',
  'factor_reset.approve': 'history.action.factorResetApprove',
  'factor_reset.stop': 'history.action.factorResetStop',
  'factor_reset.carry_out': 'history.action.factorResetCarryOut',
  'bonus.hold': 'history.action.bonusHold',
  'bonus.release': 'history.action.bonusRelease',
} as const;

type NamedText =
  | (typeof securityTexts)[keyof typeof securityTexts]
  | (typeof withdrawalActionTexts)[keyof typeof withdrawalActionTexts];
const named: Readonly<Record<string, NamedText>> = { ...securityTexts, ...withdrawalActionTexts };

/** Of a call or an action; one that has no text yet is shown by its own name. */
export const namedText = (name: string): NamedText | undefined => named[name];
