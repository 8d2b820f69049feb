import { Button, Buttons, Card, Chip, Hint, Notice, useDates } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Listed, ListedKey } from '../../api.ts';
import { useActorName } from '../../frame/Actor.tsx';
import { ToPlace } from '../../frame/Unknown.tsx';
import { RuleSheet } from './RuleSheet.tsx';
import * as styles from './Rules.module.css';
import { RuleChanges, RuleValue } from './RuleValue.tsx';
import { useRuleTexts } from './useRuleTexts.ts';

interface RuleKeyProps {
  readonly subject: Listed;
  readonly at: ListedKey;
  /** Reads the subject again. */
  readonly refetch: () => unknown;
}

/** One key of a subject: what holds, what comes and what waits for a second person. */
export function RuleKey({ subject, at, refetch }: RuleKeyProps) {
  const { t } = useTranslation('operator');
  const actorName = useActorName();
  const { dateTime } = useDates();
  const { keyName } = useRuleTexts();
  const [open, setOpen] = useState(false);
  const { waiting, rules, key } = at;
  const now = rules.find(({ state }) => state === 'inForce');
  return (
    <Card title={keyName(subject.subject, key)} action={now && <Chip tone="positive">{t('rates.state.inForce')}</Chip>}>
      {now && (
        <>
          <RuleValue subject={subject} at={at} value={now.value} />
          <Hint>
            {isFirst(now.from)
              ? t('rules.setFirst', { name: actorName(now.setBy) })
              : t('rules.setBy', { name: actorName(now.setBy), time: dateTime(now.from) })}
          </Hint>
        </>
      )}
      {rules
        .filter(({ state }) => state === 'coming')
        .map((coming) => (
          <section key={coming.id} className={styles.then} data-tone="primary">
            <strong>{t('rules.comes', { time: dateTime(coming.from) })}</strong>
            <RuleChanges subject={subject} at={at} before={now?.value} value={coming.value} />
          </section>
        ))}
      {waiting && (
        <Notice
          tone="warning"
          title={t('rules.waits', { name: actorName(waiting.setBy), time: dateTime(waiting.expiresAt) })}
          action={<ToPlace to="/approvals" />}
        >
          {waiting.reason}
        </Notice>
      )}
      {waiting && <RuleChanges subject={subject} at={at} before={now?.value} value={waiting.value} />}
      {subject.settable && (
        <Buttons>
          <Button size="small" kind="quiet" onClick={() => setOpen(true)}>
            {t('rules.change')}
          </Button>
        </Buttons>
      )}
      {open && <RuleSheet subject={subject} at={at} now={now} refetch={refetch} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** What a product begins with holds from before anybody was there. */
export const isFirst = (from: string): boolean => from < '2001';
