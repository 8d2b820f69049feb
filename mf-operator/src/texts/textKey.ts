import { useTranslation } from 'react-i18next';

/** All texts of the feature by their keys: each folder of texts, which a test compares with those that there are. */
type Texts = typeof import('../members/adjustments/texts/en.json') &
  typeof import('../queues/approvals/texts/en.json') &
  typeof import('../people/audit/texts/en.json') &
  typeof import('../queues/deposits/texts/en.json') &
  typeof import('../members/feeReturns/texts/en.json') &
  typeof import('../members/find/texts/en.json') &
  typeof import('../frame/texts/en.json') &
  typeof import('../members/history/texts/en.json') &
  typeof import('../home/texts/en.json') &
  typeof import('../product/incident/texts/en.json') &
  typeof import('../queues/inquiries/texts/en.json') &
  typeof import('../members/member/texts/en.json') &
  typeof import('../money/moments/texts/en.json') &
  typeof import('../product/notices/texts/en.json') &
  typeof import('../people/operators/texts/en.json') &
  typeof import('../money/rates/texts/en.json') &
  typeof import('../frame/refusals/texts/en.json') &
  typeof import('../product/releases/texts/en.json') &
  typeof import('../money/rules/texts/en.json') &
  typeof import('../money/solvency/texts/en.json') &
  typeof import('../product/terms/texts/en.json') &
  typeof import('../queues/withdrawals/texts/en.json') &
  typeof import('./en.json');

/** The values that have a text below a name: `review` of `withdrawals.step.review`. */
export type ValueOf<Name extends string, Key = keyof Texts> = Key extends `${Name}.${infer Value}` ? Value : never;

/** The value, or what the error of the types says: which text is missing, or is of no value any more. */
type Checked<Name extends string, Value extends string> = [Value] extends [ValueOf<Name>]
  ? [ValueOf<Name>] extends [Value]
    ? Value
    : `${Name}.${Exclude<ValueOf<Name>, Value>} is the text of no value`
  : `${Name}.${Exclude<Value, ValueOf<Name>>} has no text`;

/**
 * The key of a value's text. Every value of the type has one, and below the name there is no other: either is an error of the
 * types. The check of texts takes what begins with the name as used.
 */
export const textKey = <const Name extends string, Value extends string>(name: Name, value: Checked<Name, Value>) =>
  `${name}.${value}` as `${Name}.${Value}`;

/** Reports whether there is a text of a value: a server may name what this page does not know yet, which is shown as it is. */
export function useHasText() {
  const { i18n } = useTranslation('operator');
  return <Name extends string>(name: Name, value: string): value is ValueOf<Name> =>
    i18n.exists(`${name}.${value}`, { ns: 'operator' });
}
