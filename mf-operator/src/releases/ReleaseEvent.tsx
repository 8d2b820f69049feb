import type { OutputOf } from '@trellis/api-contract';
import { useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import * as styles from '../audit/Audit.module.css';
import { Changes } from '../audit/Changes.tsx';
import { percentOfShare } from './percents.ts';

type Event = OutputOf<'operator', 'getReleaseHistory'>['events'][number];

/** One thing that was done; open, it also says why, and what was known. */
export function ReleaseEvent({ event }: { event: Event }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const { action, release, share, actor, reason, evidence, recordedAt } = event;
  return (
    <li>
      <details className={styles.row}>
        <summary>
          <span className={styles.action} translate="no">
            {action}
          </span>
          <span className={styles.subject} translate="no">
            {release}
            {share !== null && ` · ${percentOfShare(share)} %`}
          </span>
          <span className={styles.who} translate="no">
            {actor}
          </span>
          <time className={styles.time} dateTime={recordedAt}>
            {dateTime(recordedAt)}
          </time>
        </summary>
        <dl className={styles.facts}>
          <dt>{t('audit.why')}</dt>
          <dd>{reason}</dd>
          {evidence !== null && (
            <>
              <dt>{t('releases.evidence')}</dt>
              <dd>
                <Changes before={evidence} after={evidence} />
              </dd>
            </>
          )}
        </dl>
      </details>
    </li>
  );
}
