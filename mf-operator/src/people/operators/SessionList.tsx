import { useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { OperatorDetails } from '../../api.ts';
import * as styles from './Operators.module.css';

type Session = OperatorDetails['sessions'][number] & { readonly current?: boolean };

/** Open sessions: since when, last used when, and what distinguishes them. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  return (
    <ul className={styles.sessions}>
      {sessions.map(({ startedAt, lastSeenAt, userAgent, network, current }) => (
        <li key={`${startedAt} ${userAgent}`}>
          <span>
            {t('operators.session', { started: dateTime(startedAt), seen: dateTime(lastSeenAt) })}
            {current && ` · ${t('operators.thisSession')}`}
          </span>
          <small translate="no">{[network, userAgent].filter(Boolean).join(' · ')}</small>
        </li>
      ))}
    </ul>
  );
}
