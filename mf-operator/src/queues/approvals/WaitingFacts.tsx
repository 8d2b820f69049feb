import { Hint, SkeletonRows, Summary, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { operatorApi, type Subject, type Value, type Waiting } from '../../api.ts';
import { Changes } from '../../frame/Changes.tsx';
import { known } from '../../frame/differences.ts';
import { RuleChanges } from '../../money/rules/RuleValue.tsx';
import { useRuleTexts } from '../../money/rules/useRuleTexts.ts';
import { textKey, useHasText } from '../../texts/textKey.ts';
import { useFacts } from './useFacts.ts';

type Facts = NonNullable<Waiting['after']>;

/** What would change of what waits, in the reader's words: of a rule in those of the rules' own screens. */
export function WaitingFacts({
  request: { action, before, after },
}: {
  request: Pick<Waiting, 'action' | 'before' | 'after'>;
}) {
  const words = useFacts();
  const hasText = useHasText();
  if (after === null) return null;
  const { subject, key, from, ...value } = after;
  return action === 'rule.approve' && typeof subject === 'string' && hasText('rules.subject', subject) ? (
    <RuleFacts subject={subject} ruleKey={String(key)} from={from} before={before} after={value} />
  ) : (
    <Changes before={known(before)} after={known(after)} words={words} />
  );
}

interface RuleFactsProps {
  readonly subject: Subject;
  readonly ruleKey: string;
  readonly from: unknown;
  readonly before: Facts | null;
  readonly after: Facts;
}

function RuleFacts({ subject, ruleKey: key, from, before, after }: RuleFactsProps) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const { keyName } = useRuleTexts();
  const { data, isLoading } = operatorApi.useListRulesQuery({ subject });
  const listed = data?.subjects.find((each) => each.subject === subject);
  if (isLoading) return <SkeletonRows count={2} />;
  // What cannot be put into words is shown as it is, rather than not at all.
  if (!listed) return <Changes before={before ?? {}} after={{ subject, key, ...after }} />;
  const unit = listed.keys.find((each) => each.key === key)?.unit ?? null;
  return (
    <>
      <Summary rows={[{ label: t(textKey('rules.subject', subject)), value: keyName(subject, key) }]} />
      <RuleChanges
        subject={listed}
        at={{ key, unit }}
        before={before === null ? undefined : ruleValueOf(before)}
        value={ruleValueOf(after)}
      />
      {typeof from === 'string' && <Hint>{t('rules.comes', { time: dateTime(from) })}</Hint>}
    </>
  );
}

const isPart = (part: unknown): part is Value[string] =>
  part === null || ['string', 'number', 'boolean'].includes(typeof part);

const ruleValueOf = (facts: Facts): Value =>
  Object.fromEntries(Object.entries(facts).flatMap(([name, part]) => (isPart(part) ? [[name, part] as const] : [])));
