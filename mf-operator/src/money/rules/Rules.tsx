import { Chip, Row, Rows, Section, SkeletonRows } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { type Listed, operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import * as layout from '../../frame/Layout.module.css';
import { Updated } from '../../frame/Updated.tsx';
import { rulesIcon } from '../../icons.ts';
import { textKey } from '../../texts/textKey.ts';
import { useRuleTexts } from './useRuleTexts.ts';

/** `/rules`: every number that operators set, by what it is about. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="rules" title={t('rules.title')} text={t('rules.text')}>
      <Subjects />
    </Console>
  );
}

function Subjects() {
  const query = operatorApi.useListRulesQuery({});
  return (
    <Loaded query={query} waiting={<SkeletonRows count={8} />}>
      {({ subjects }, stamp) => (
        <>
          <Updated stamp={stamp} />
          <SubjectRows subjects={subjects} />
        </>
      )}
    </Loaded>
  );
}

/** What can be set, by who sets it: each leads to what holds of it. */
function SubjectRows({ subjects }: { subjects: readonly Listed[] }) {
  const { t } = useTranslation('operator');
  const parts = [
    { title: t('rules.byTreasurers'), listed: subjects.filter(({ secondPerson }) => !secondPerson) },
    { title: t('rules.byAdmins'), listed: subjects.filter(({ secondPerson }) => secondPerson) },
  ];
  return parts.map(({ title, listed }) => (
    <Section key={title} title={title}>
      <Rows label={title}>
        {listed.map((subject) => (
          <SubjectRow key={subject.subject} subject={subject} />
        ))}
      </Rows>
    </Section>
  ));
}

function SubjectRow({ subject: { subject, keys } }: { subject: Listed }) {
  const { t } = useTranslation('operator');
  const { keyName } = useRuleTexts();
  const coming = keys.reduce((sum, { rules }) => sum + rules.filter(({ state }) => state === 'coming').length, 0);
  const waiting = keys.filter((each) => each.waiting !== null).length;
  return (
    <Row
      to={`/rules/${subject}`}
      icon={rulesIcon}
      title={t(textKey('rules.subject', subject))}
      detail={
        <>
          {keys.length > 1 && keys.map(({ key }) => keyName(subject, key)).join(' · ')}
          {(coming > 0 || waiting > 0) && (
            <span className={layout.marks}>
              {coming > 0 && <Chip tone="primary">{t('rules.comingCount', { count: coming })}</Chip>}
              {waiting > 0 && <Chip tone="warning">{t('rules.waitingCount', { count: waiting })}</Chip>}
            </span>
          )}
        </>
      }
    />
  );
}
