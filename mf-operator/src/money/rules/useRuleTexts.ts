import type { lockCauses, memberActions, Unit } from '@trellis/api-contract';
import { moneyText } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { FieldName, Subject, Value } from '../../api.ts';
import { useList } from '../../frame/useList.ts';
import { textKey, useHasText } from '../../texts/textKey.ts';

/** What stands behind a figure: a field's name ends with it. */
const units = {
  percent: 'rules.percent',
  seconds: 'rules.seconds',
  minutes: 'rules.minutes',
  hours: 'rules.hours',
  days: 'rules.days',
  perusd: 'rules.perUsd',
} as const;
const unitOf = (field: string) => {
  const [end = ''] = /(percent|seconds|minutes|hours|(?<=.)days|perusd)$/.exec(field.toLowerCase()) ?? [];
  return Object.hasOwn(units, end) ? units[end as keyof typeof units] : undefined;
};

/** How a field is written. */
const fieldHints: Partial<Record<FieldName, string>> = {
  closedIn: 'rules.countriesHint',
  days: 'rules.countryDaysHint',
};

type MemberAction = (typeof memberActions)[number];
type LockCause = (typeof lockCauses)[number];

/** How keys, fields and values are said in the reader's language. A server may name what this page does not know yet: that is said as it is. */
export function useRuleTexts() {
  const { t } = useTranslation('operator');
  const hasText = useHasText();
  const list = useList();
  const keyName = (subject: Subject, key: string): string => {
    if (key === 'all') return t('rules.everybody');
    if (subject === 'limit') {
      const [name = '', unit = ''] = key.split('-');
      return list([hasText('rules.operation', name) ? t(textKey('rules.operation', name)) : name, unit]);
    }
    if (subject === 'productSale' && hasText('rules.product', key)) return t(textKey('rules.product', key));
    if (subject === 'action' && hasText('rules.action', key))
      return t(textKey<'rules.action', MemberAction>('rules.action', key));
    if (subject === 'securityLock' && hasText('rules.cause', key))
      return t(textKey<'rules.cause', LockCause>('rules.cause', key));
    return key.replace('-', subject === 'exchangeFee' ? ' → ' : ' / ');
  };
  const fieldName = (name: string): string =>
    hasText('rules.field', name) ? t(textKey<'rules.field', FieldName>('rules.field', name)) : name;
  const fieldHint = (name: string): string | undefined => {
    const hint = hasText('rules.field', name) ? fieldHints[name] : undefined;
    return hint && t(hint);
  };
  /** What stands behind a figure that is no amount. */
  const fieldUnit = (name: string, key: string): string | undefined => {
    const unit = hasText('rules.field', name) ? unitOf(name) : undefined;
    return unit && t(unit, { currency: key });
  };
  const codeName = (code: string): string => (hasText('rules.code', code) ? t(textKey('rules.code', code)) : code);
  /** One part of a value in words. @param unit where it is an amount */
  const partText = (name: string, part: Value[string] | undefined, key: string, unit: Unit | undefined): string => {
    if (part === null || part === undefined || part === '') return t('rules.unset');
    if (typeof part === 'boolean') return t(part ? 'rules.true' : 'rules.false');
    if (unit !== undefined) return moneyText({ amount: String(part), unit });
    if (name === 'code') return codeName(String(part));
    const behind = fieldUnit(name, key);
    return behind === undefined ? String(part) : `${part}\u00a0${behind}`;
  };
  return { keyName, fieldName, fieldHint, fieldUnit, codeName, partText };
}
