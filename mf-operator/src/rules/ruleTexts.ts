import type { lockCauses, memberActions } from '@trellis/api-contract';
import type { Tone } from '@trellis/kit';
import type { FieldName, Rule, Subject } from './ruleTypes.ts';

export const subjectTexts = {
  limit: 'rules.subject.limit',
  exchangeFee: 'rules.subject.exchangeFee',
  withdrawalFee: 'rules.subject.withdrawalFee',
  exchangeQuote: 'rules.subject.exchangeQuote',
  displayRate: 'rules.subject.displayRate',
  productSale: 'rules.subject.productSale',
  packageCancelling: 'rules.subject.packageCancelling',
  packageTerms: 'rules.subject.packageTerms',
  packageLevel: 'rules.subject.packageLevel',
  stakeTerms: 'rules.subject.stakeTerms',
  bonusTerms: 'rules.subject.bonusTerms',
  bonusCap: 'rules.subject.bonusCap',
  ratePair: 'rules.subject.ratePair',
  withdrawalReview: 'rules.subject.withdrawalReview',
  action: 'rules.subject.action',
  securityLock: 'rules.subject.securityLock',
  addressBook: 'rules.subject.addressBook',
  factorReset: 'rules.subject.factorReset',
} as const satisfies Record<Subject, string>;

export const isSubject = (name: string): name is Subject => Object.hasOwn(subjectTexts, name);

/** What a field is called, and what stands behind its figure. */
interface FieldText {
  readonly label: string;
  readonly unit?: 'rules.percent' | 'rules.seconds' | 'rules.minutes' | 'rules.hours' | 'rules.days' | 'rules.perUsd';
  /** How it is written. */
  readonly hint?: 'rules.countriesHint' | 'rules.countryDaysHint';
}
export const fieldTexts = {
  minimum: { label: 'rules.field.minimum' },
  maximum: { label: 'rules.field.maximum' },
  dayMaximum: { label: 'rules.field.dayMaximum' },
  fee: { label: 'rules.field.fee' },
  percent: { label: 'rules.field.percent', unit: 'rules.percent' },
  validSeconds: { label: 'rules.field.validSeconds', unit: 'rules.seconds' },
  perUsd: { label: 'rules.field.perUsd', unit: 'rules.perUsd' },
  maximumAgeDays: { label: 'rules.field.maximumAge', unit: 'rules.days' },
  open: { label: 'rules.field.open' },
  closedIn: { label: 'rules.field.closedIn', hint: 'rules.countriesHint' },
  days: { label: 'rules.field.days', hint: 'rules.countryDaysHint' },
  cancellations: { label: 'rules.field.cancellations' },
  mostReward: { label: 'rules.field.mostReward' },
  step: { label: 'rules.field.step' },
  loopDays: { label: 'rules.field.loopDays', unit: 'rules.days' },
  rpSharePercent: { label: 'rules.field.rpShare', unit: 'rules.percent' },
  price: { label: 'rules.field.price' },
  loops: { label: 'rules.field.loops' },
  aprPercent: { label: 'rules.field.apr', unit: 'rules.percent' },
  contracts: { label: 'rules.field.contracts' },
  termDays: { label: 'rules.field.termDays', unit: 'rules.days' },
  choiceClosesMinutes: { label: 'rules.field.choiceCloses', unit: 'rules.minutes' },
  directPercent: { label: 'rules.field.direct', unit: 'rules.percent' },
  pairingPercent: { label: 'rules.field.pairing', unit: 'rules.percent' },
  budgetPercent: { label: 'rules.field.budget', unit: 'rules.percent' },
  rpPercent: { label: 'rules.field.rpPart', unit: 'rules.percent' },
  carryDays: { label: 'rules.field.carryDays', unit: 'rules.days' },
  capDivisor: { label: 'rules.field.capDivisor' },
  ownValuePercent: { label: 'rules.field.ownValue', unit: 'rules.percent' },
  month: { label: 'rules.field.month' },
  maximumAgeSeconds: { label: 'rules.field.maximumAge', unit: 'rules.seconds' },
  jumpPercent: { label: 'rules.field.jump', unit: 'rules.percent' },
  twoFrom: { label: 'rules.field.twoFrom' },
  depositTwoFrom: { label: 'rules.field.depositTwoFrom' },
  largeFrom: { label: 'rules.field.largeFrom' },
  mostPercent: { label: 'rules.field.most', unit: 'rules.percent' },
  many: { label: 'rules.field.many' },
  reviewHours: { label: 'rules.field.reviewHours', unit: 'rules.hours' },
  voidHours: { label: 'rules.field.voidHours', unit: 'rules.hours' },
  needsGoogle: { label: 'rules.field.needsGoogle' },
  code: { label: 'rules.field.code' },
  above: { label: 'rules.field.above' },
  securityLock: { label: 'rules.field.securityLock' },
  hours: { label: 'rules.field.lockHours', unit: 'rules.hours' },
  waitHours: { label: 'rules.field.waitHours', unit: 'rules.hours' },
  entries: { label: 'rules.field.entries' },
  approvalHours: { label: 'rules.field.approvalHours', unit: 'rules.hours' },
} as const satisfies Record<FieldName, FieldText>;

/** When a code is asked for. */
export const codeTexts = {
  never: 'rules.code.never',
  bound: 'rules.code.bound',
  above: 'rules.code.above',
  always: 'rules.code.always',
} as const;

export const operationTexts = {
  transfer: 'rules.operation.transfer',
  exchange: 'rules.operation.exchange',
  withdrawal: 'rules.operation.withdrawal',
  deposit: 'rules.operation.deposit',
} as const;

export const productTexts = {
  package: 'rules.product.package',
  stake: 'rules.product.stake',
  team: 'rules.product.team',
} as const;

export const actionTexts = {
  depositAddress: 'rules.action.depositAddress',
  exchange: 'rules.operation.exchange',
  transfer: 'rules.operation.transfer',
  withdrawal: 'rules.operation.withdrawal',
  package: 'rules.action.package',
  stake: 'rules.action.stake',
  stakePayout: 'rules.action.stakePayout',
  address: 'rules.action.address',
  changeEmail: 'rules.action.changeEmail',
  unbindGoogle: 'rules.action.unbindGoogle',
  changePassword: 'rules.action.changePassword',
  addPasskey: 'rules.action.addPasskey',
} as const satisfies Record<(typeof memberActions)[number], string>;

export const causeTexts = {
  password_changed: 'rules.cause.passwordChanged',
  password_reset: 'rules.cause.passwordReset',
  google_unbound: 'rules.cause.googleUnbound',
  google_reset: 'rules.cause.googleReset',
  email_changed: 'rules.cause.emailChanged',
  frozen: 'rules.cause.frozen',
} as const satisfies Record<(typeof lockCauses)[number], string>;

export const ruleStates = {
  coming: { text: 'rates.coming', tone: 'primary' },
  inForce: { text: 'rates.inForce', tone: 'positive' },
  over: { text: 'rates.over', tone: 'neutral' },
} as const satisfies Record<Rule['state'], { text: string; tone: Tone }>;
