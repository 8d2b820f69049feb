import { Chip, Row, Rows, Section } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Listed } from '../api.ts';
import { rulesIcon } from '../icons.ts';
import { textKey } from '../texts/textKey.ts';
import * as styles from './Rules.module.css';
import { useRuleTexts } from './useRuleTexts.ts';

/** What can be set, by who sets it: each leads to what holds of it. */
export function SubjectRows({ subjects }: { subjects: readonly Listed[] }) {
  const { t } = useTranslation('operator');
  const parts = [
    { title: t('rules.byTreasurers'), listed: subjects.filter(({ secondPerson }) => !secondPerson) },
    { title: t('rules.byAdmins'), listed: subjects.filter(({ secondPerson }) => secondPerson) },
  ];
  return parts.map(({ title, listed }) => (
    <Section key={title} title={title}>
      <Rows label={title}>
        {listed.map((of) => (
          <SubjectRow key={of.subject} of={of} />
        ))}
      </Rows>
    </Section>
  ));
}

function SubjectRow({ of: { subject, keys } }: { of: Listed }) {
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
            <span className={styles.marks}>
              {coming > 0 && <Chip tone="primary">{t('rules.comingCount', { count: coming })}</Chip>}
              {waiting > 0 && <Chip tone="warning">{t('rules.waitingCount', { count: waiting })}</Chip>}
            </span>
          )}
        </>
      }
    />
  );
}
