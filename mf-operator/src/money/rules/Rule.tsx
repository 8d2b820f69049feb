import { Hint, Section, SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { type Listed, operatorApi, type Subject } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import * as layout from '../../frame/Layout.module.css';
import { Unknown } from '../../frame/Unknown.tsx';
import { Updated } from '../../frame/Updated.tsx';
import { textKey, useHasText } from '../../texts/textKey.ts';
import { RuleHistory } from './RuleHistory.tsx';
import { RuleKey } from './RuleKey.tsx';
import * as styles from './Rules.module.css';

/** `/rules/:subject`: what holds of one subject, what comes, what waits for a second person, and all that ever held. */
export function Component() {
  const { t } = useTranslation('operator');
  const { subject = '' } = useParams();
  const hasText = useHasText();
  if (!hasText('rules.subject', subject))
    return (
      <Console screen="rule" title={t('rules.title')} back="/rules">
        <Unknown text={t('rules.unknown')} to="/rules" />
      </Console>
    );
  return (
    <Console screen="rule" title={t(textKey('rules.subject', subject))} back="/rules">
      <Keys subject={subject} />
    </Console>
  );
}

function Keys({ subject }: { subject: Subject }) {
  const { t } = useTranslation('operator');
  const query = operatorApi.useListRulesQuery({ subject });
  return (
    <Loaded query={query} waiting={<SkeletonCard hero />}>
      {({ subjects }, stamp) =>
        subjects.map((subject) => (
          <div key={subject.subject} className={styles.page}>
            <Updated stamp={stamp} />
            <Hint>{t(aboutText(subject))}</Hint>
            {!subject.settable && <Hint>{t('rules.notSet')}</Hint>}
            <div className={layout.cards}>
              {subject.keys.map((at) => (
                <RuleKey key={at.key} subject={subject} at={at} refetch={query.refetch} />
              ))}
            </div>
            <Section title={t('rules.history')}>
              <RuleHistory subject={subject} />
            </Section>
          </div>
        ))
      }
    </Loaded>
  );
}

const aboutText = ({ secondPerson, ofMoney }: Listed) =>
  secondPerson ? 'rules.aboutTwo' : ofMoney ? 'rules.aboutOne' : 'rules.aboutAny';
