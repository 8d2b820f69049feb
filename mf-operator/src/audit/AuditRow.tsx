import type { OutputOf } from '@trellis/api-contract';
import { useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import * as styles from './Audit.module.css';
import { Changes } from './Changes.tsx';

export type AuditEvent = OutputOf<'operator', 'listAudit'>['events'][number];

/** One row of the log; open, it also shows what was changed, and in which request. */
export function AuditRow({ event }: { event: AuditEvent }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const { number, actor, action, subject, reason, before, after, requestId, recordedAt } = event;
  return (
    <li>
      <details className={styles.row}>
        <summary>
          <span className={styles.action} translate="no">
            {action}
          </span>
          <span className={styles.subject} translate="no">
            {subject}
          </span>
          <span className={styles.who} translate="no">
            {actor}
          </span>
          <time className={styles.time} dateTime={recordedAt}>
            {dateTime(recordedAt)}
          </time>
        </summary>
        <dl className={styles.facts}>
          <dt>{t('audit.row')}</dt>
          <dd translate="no">{number}</dd>
          <dt>{t('audit.why')}</dt>
          <dd>{reason}</dd>
          {requestId !== null && (
            <>
              <dt>{t('audit.request')}</dt>
              <dd translate="no">{requestId}</dd>
            </>
          )}
          {(before !== null || after !== null) && (
            <>
              <dt>{t('audit.changed')}</dt>
              <dd>
                <Changes before={before ?? {}} after={after ?? {}} />
              </dd>
            </>
          )}
        </dl>
      </details>
    </li>
  );
}
