import type { Unit } from '@trellis/api-contract';
import { Summary } from '@trellis/kit';
import type { Listed, Value } from '../../api.ts';
import { changeOf } from '../rates/change.ts';
import { signedPercent } from '../rates/rateTexts.ts';
import { fieldsOf } from './fields.ts';
import * as styles from './Rules.module.css';
import { useRuleTexts } from './useRuleTexts.ts';

interface ValueProps {
  readonly subject: Pick<Listed, 'form' | 'amounts'>;
  readonly at: { readonly key: string; readonly unit: Unit | null };
  readonly value: Value;
}

/** What a rule says, in words, field by field. */
export function RuleValue({ subject, at: { key, unit }, value }: ValueProps) {
  const { fieldName, partText } = useRuleTexts();
  return (
    <Summary
      rows={inOrder(subject, value).map(([name, part]) => ({
        label: fieldName(name),
        value: partText(name, part, key, subject.amounts.includes(name) && unit ? unit : undefined),
      }))}
    />
  );
}

/** What would be another than it is, before and after; what stays is not there. */
export function RuleChanges({
  subject,
  at: { key, unit },
  before,
  value,
}: ValueProps & { readonly before: Value | undefined }) {
  const { fieldName, partText } = useRuleTexts();
  const changed = inOrder(subject, value).filter(([name, part]) => before?.[name] !== part);
  return (
    <dl className={styles.changes}>
      {changed.map(([name, part]) => {
        const inUnit = subject.amounts.includes(name) && unit ? unit : undefined;
        return (
          <div key={name}>
            <dt>{fieldName(name)}</dt>
            <dd>
              {before !== undefined && <del>{partText(name, before[name], key, inUnit)}</del>}{' '}
              <ins>{partText(name, part, key, inUnit)}</ins>
              {change(before?.[name], part)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** By how much a number changes, in percent: a point in the wrong place is seen. */
function change(was: Value[string] | undefined, is: Value[string]): string | null {
  if (typeof was === 'boolean' || was === null || was === undefined || typeof is === 'boolean' || is === null)
    return null;
  const size = changeOf(String(was), String(is));
  return size === undefined ? null : ` (${signedPercent(size)})`;
}

/** The parts of a value in the order of its subject's schema: a database keeps them in another. */
export const inOrder = (
  subject: Pick<Listed, 'form' | 'amounts'>,
  value: Value,
): readonly (readonly [string, Value[string]])[] =>
  fieldsOf(subject).flatMap(({ name }) => {
    const part = value[name];
    return part === undefined ? [] : [[name, part] as const];
  });
