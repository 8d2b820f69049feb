import { parseAmount, wireAmount } from '@trellis/api-contract';
import { type RuleSubject, type RuleSubjectEntry, type RuleValue, ruleSubjects } from '@trellis/api-contract/schemas';
import { fieldError } from '../../ground/errors.ts';

/** A value as JSON: on the wire amounts are decimals of their unit, in the database minor units, both as strings. */
export type JsonValue = Readonly<Record<string, string | number | boolean | null>>;

export const entryOf = (subject: RuleSubject): RuleSubjectEntry => ruleSubjects[subject];

/** @throws AppError money.amount_format of an amount with more decimals than its unit has */
export function toStored(subject: RuleSubject, key: string, wire: JsonValue): JsonValue {
  return mapAmounts(subject, key, wire, (text, unit, field) => {
    const minor = parseAmount(text, unit);
    if (minor === undefined) throw fieldError([{ path: `value.${field}`, code: 'money.amount_format' }]);
    return minor.toString();
  });
}

export const toWire = (subject: RuleSubject, key: string, stored: JsonValue): JsonValue =>
  mapAmounts(subject, key, stored, (minor, unit) => wireAmount(BigInt(minor), unit));

/** @throws ZodError if it is not what the subject's schema says */
export function readValue<S extends RuleSubject>(subject: S, key: string, stored: JsonValue): RuleValue<S> {
  const { amounts, value } = entryOf(subject);
  const checked = value.parse(toWire(subject, key, stored)) as JsonValue;
  // Of what was checked: a field that came later has its default.
  const whole = toStored(subject, key, checked);
  const minor = amounts.map((field) => [field, minorOf(whole[field])] as const);
  return Object.assign(checked, Object.fromEntries(minor)) as RuleValue<S>;
}

const minorOf = (stored: JsonValue[string] | undefined): bigint | null =>
  typeof stored === 'string' ? BigInt(stored) : null;

function mapAmounts(
  subject: RuleSubject,
  key: string,
  value: JsonValue,
  map: (amount: string, unit: ReturnType<NonNullable<RuleSubjectEntry['unitOf']>>, field: string) => string,
): JsonValue {
  const { amounts, unitOf } = entryOf(subject);
  if (!unitOf) return value;
  const unit = unitOf(key);
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [
      field,
      typeof part === 'string' && amounts.includes(field) ? map(part, unit, field) : part,
    ]),
  );
}
