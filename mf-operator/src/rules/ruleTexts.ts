import type { FieldName } from '../api.ts';

/** What stands behind a field's figure. */
export const fieldUnits: Partial<Record<FieldName, string>> = {
  percent: 'rules.percent',
  validSeconds: 'rules.seconds',
  perUsd: 'rules.perUsd',
  maximumAgeDays: 'rules.days',
  loopDays: 'rules.days',
  rpSharePercent: 'rules.percent',
  aprPercent: 'rules.percent',
  termDays: 'rules.days',
  choiceClosesMinutes: 'rules.minutes',
  directPercent: 'rules.percent',
  pairingPercent: 'rules.percent',
  budgetPercent: 'rules.percent',
  rpPercent: 'rules.percent',
  carryDays: 'rules.days',
  ownValuePercent: 'rules.percent',
  maximumAgeSeconds: 'rules.seconds',
  jumpPercent: 'rules.percent',
  mostPercent: 'rules.percent',
  reviewHours: 'rules.hours',
  voidHours: 'rules.hours',
  hours: 'rules.hours',
  waitHours: 'rules.hours',
  approvalHours: 'rules.hours',
};

/** How a field is written. */
export const fieldHints: Partial<Record<FieldName, string>> = {
  closedIn: 'rules.countriesHint',
  days: 'rules.countryDaysHint',
};
