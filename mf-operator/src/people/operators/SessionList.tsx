import { deviceText, unknownPart } from '@trellis/api-contract';
import { Chip, useDates } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import type { OperatorDetails } from '../../api.ts';
import * as styles from './Operators.module.css';

type Session = OperatorDetails['sessions'][number] & { readonly current?: boolean };

/** Open sessions: by what their owner knows them, since when, last used when, and from where. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const [language] = useLanguage();
  // What no browser says of itself is shown as it is: it may be a program.
  const deviceOf = ({ browser, system, userAgent }: Session): string =>
    browser === unknownPart && userAgent !== '' ? userAgent : deviceText(`${browser}, ${system}`, language);
  return (
    <ul className={styles.sessions}>
      {sessions.map((session) => (
        <li key={`${session.startedAt} ${session.userAgent}`}>
          <span>
            <span translate="no">{deviceOf(session)}</span>{' '}
            {session.current && <Chip tone="positive">{t('operators.thisSession')}</Chip>}
          </span>
          <small>
            <span>{t('operators.sessionStarted', { time: dateTime(session.startedAt) })}</span>
            <span>{t('operators.sessionSeen', { time: dateTime(session.lastSeenAt) })}</span>
            {session.network && <span translate="no">{session.network}</span>}
          </small>
        </li>
      ))}
    </ul>
  );
}
