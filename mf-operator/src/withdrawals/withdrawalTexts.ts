import type { OutputOf, PayoutChain, WithdrawalOrigin, WithdrawalRisk, WithdrawalStep } from '@trellis/api-contract';
import type { SearchOf } from '../frame/listSearch.ts';

type View = NonNullable<SearchOf<'withdrawals'>['view']>;
export type QueueRow = OutputOf<'operator', 'listWithdrawalQueue'>['withdrawals'][number];
export type WithdrawalFile = OutputOf<'operator', 'readWithdrawal'>;
export type Payout = WithdrawalFile['payouts'][number];

export const viewTexts = {
  review: 'withdrawals.viewReview',
  approved: 'withdrawals.viewApproved',
  sent: 'withdrawals.viewSent',
  ended: 'withdrawals.viewEnded',
} as const satisfies Record<View, string>;

export const emptyTexts = {
  review: 'withdrawals.emptyReview',
  approved: 'withdrawals.emptyApproved',
  sent: 'withdrawals.emptySent',
  ended: 'withdrawals.emptyEnded',
} as const satisfies Record<View, string>;

/** In a word or two, for rows. */
export const riskNames = {
  newAddress: 'withdrawals.riskNewAddress',
  firstWithdrawal: 'withdrawals.riskFirstWithdrawal',
  large: 'withdrawals.riskLarge',
  mostOfBalance: 'withdrawals.riskMost',
  securityChange: 'withdrawals.riskSecurityChange',
  velocity: 'withdrawals.riskVelocity',
  lookAlike: 'withdrawals.riskLookAlike',
} as const satisfies Record<WithdrawalRisk, string>;

/** As a sentence that says what was found. */
export const riskSentences = {
  newAddress: 'withdrawals.saysNewAddress',
  firstWithdrawal: 'withdrawals.saysFirstWithdrawal',
  large: 'withdrawals.saysLarge',
  mostOfBalance: 'withdrawals.saysMost',
  securityChange: 'withdrawals.saysSecurityChange',
  velocity: 'withdrawals.saysVelocity',
  lookAlike: 'withdrawals.saysLookAlike',
} as const satisfies Record<WithdrawalRisk, string>;

export const stepTexts = {
  review: 'withdrawals.stepReview',
  approved: 'withdrawals.stepApproved',
  sent: 'withdrawals.stepSent',
  complete: 'withdrawals.stepComplete',
  ended: 'withdrawals.stepEnded',
} as const satisfies Record<WithdrawalStep, string>;

export const stepTones = {
  review: 'warning',
  approved: 'neutral',
  sent: 'neutral',
  complete: 'positive',
  ended: 'negative',
} as const satisfies Record<WithdrawalStep, string>;

export const networkTexts = {
  BSC: 'withdrawals.networkBSC',
  TRON: 'withdrawals.networkTRON',
  BTC: 'withdrawals.networkBTC',
} as const satisfies Record<PayoutChain, string>;

export const originTexts = {
  balance: 'withdrawals.ofBalance',
  stake_close: 'withdrawals.ofStake',
  stake_profit: 'withdrawals.ofProfit',
  deposit_return: 'withdrawals.ofReturn',
} as const satisfies Record<WithdrawalOrigin, string>;

export const eventTexts = {
  submitted: 'withdrawals.eventSubmitted',
  security_check: 'withdrawals.eventSecurityCheck',
  review: 'withdrawals.eventReview',
  first_approval: 'withdrawals.eventFirstApproval',
  approved: 'withdrawals.eventApproved',
  sent: 'withdrawals.eventSent',
  complete: 'withdrawals.eventComplete',
  rejected: 'withdrawals.eventRejected',
} as const satisfies Record<WithdrawalFile['timeline'][number]['kind'], string>;

export const payoutTexts = {
  recorded: 'withdrawals.payoutRecorded',
  seen: 'withdrawals.payoutSeen',
  mismatched: 'withdrawals.payoutMismatched',
  confirmed: 'withdrawals.payoutConfirmed',
  invalid: 'withdrawals.payoutInvalid',
} as const satisfies Record<Payout['state'], string>;

export const payoutTones = {
  recorded: 'warning',
  seen: 'neutral',
  mismatched: 'warning',
  confirmed: 'positive',
  invalid: 'negative',
} as const satisfies Record<Payout['state'], string>;

/** `operator:ann` is read as `ann`: by which way she came stands in the audit log. */
export const personOf = (actor: string): string => actor.slice(actor.indexOf(':') + 1);

/** The end of a transaction, by which people tell it from another. */
export const lastSix = (tx: string): string => tx.slice(-6);

/** The payout that counts: there is one at most. */
export const livePayout = ({ payouts }: Pick<WithdrawalFile, 'payouts'>): Payout | undefined =>
  payouts.find(({ state }) => state !== 'invalid');
