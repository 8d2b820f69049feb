import { useTranslation } from 'react-i18next';
import * as styles from './Ring.module.css';

/** How many seconds are left of how many. */
export function Ring({ left, seconds }: { left: number; seconds: number }) {
  const { t } = useTranslation('wallet');
  return (
    <div className={styles.ring} role="timer" aria-label={t('exchange.left', { left, of: seconds })}>
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r="20" />
        <circle
          cx="22"
          cy="22"
          r="20"
          pathLength={seconds}
          strokeDasharray={`${left} ${seconds}`}
          strokeLinecap="round"
        />
      </svg>
      <span aria-hidden="true" translate="no">
        {left}
      </span>
    </div>
  );
}
