import type { Unit } from '@trellis/api-contract';
import { moneyText } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { actionTexts, causeTexts, codeTexts, fieldTexts, operationTexts, productTexts } from './ruleTexts.ts';
import type { Subject, Value } from './ruleTypes.ts';

/** A server may name what this page does not know yet: that is said as it is. */
function known<Texts extends object>(texts: Texts, name: string): Texts[keyof Texts] | undefined {
  return Object.hasOwn(texts, name) ? texts[name as keyof Texts] : undefined;
}

/** How keys, fields and values are said in the reader's language. */
export function useRuleTexts() {
  const { t } = useTranslation('operator');
  const keyName = (subject: Subject, key: string): string => {
    if (key === 'all') return t('rules.everybody');
    if (subject === 'limit') {
      const [name = '', unit = ''] = key.split('-');
      const operation = known(operationTexts, name);
      return `${operation ? t(operation) : name}, ${unit}`;
    }
    const text =
      (subject === 'productSale' && known(productTexts, key)) ||
      (subject === 'action' && known(actionTexts, key)) ||
      (subject === 'securityLock' && known(causeTexts, key));
    return text ? t(text) : key.replace('-', subject === 'exchangeFee' ? ' → ' : ' / ');
  };
  const fieldName = (name: string): string => {
    const text = known(fieldTexts, name);
    return text ? t(text.label) : name;
  };
  const fieldHint = (name: string): string | undefined => {
    const text = known(fieldTexts, name);
    return text && 'hint' in text ? t(text.hint) : undefined;
  };
  /** What stands behind a figure that is no amount. */
  const fieldUnit = (name: string, key: string): string | undefined => {
    const text = known(fieldTexts, name);
    return text && 'unit' in text ? t(text.unit, { currency: key }) : undefined;
  };
  const codeName = (code: string): string => {
    const text = known(codeTexts, code);
    return text ? t(text) : code;
  };
  /** One part of a value in words. @param unit where it is an amount */
  const partText = (name: string, part: Value[string] | undefined, key: string, unit: Unit | undefined): string => {
    if (part === null || part === undefined || part === '') return t('rules.unset');
    if (typeof part === 'boolean') return t(part ? 'rules.yes' : 'rules.no');
    if (unit !== undefined) return moneyText({ amount: String(part), unit });
    if (name === 'code') return codeName(String(part));
    const behind = fieldUnit(name, key);
    return behind === undefined ? String(part) : `${part}\u00a0${behind}`;
  };
  return { keyName, fieldName, fieldHint, fieldUnit, codeName, partText };
}
