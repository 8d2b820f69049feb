import { Bar, TextLink } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as styles from './SessionEnd.module.css';
import { useSessionEnd } from './useSessionEnd.ts';

/** What the shell has to say to every screen, and below it that the session is about to end. */
export function Bars({ children }: { children: ReactNode }) {
  return (
    <div className={styles.bars}>
      {children}
      <SessionEnd />
    </div>
  );
}

/** Shortly before the session ends: when, and what prolongs it. What was typed stays where it is. */
export function SessionEnd() {
  const { t } = useTranslation('operator');
  const { warning, prolong } = useSessionEnd();
  if (warning === undefined) return null;
  const { minutes, final } = warning;
  return (
    <div className={styles.end}>
      <Bar hidden={false}>
        <p>
          {t('idle.ends', { count: minutes })} {final && t('idle.final')}
        </p>
        {!final && <TextLink onClick={() => void prolong()}>{t('idle.stay')}</TextLink>}
      </Bar>
    </div>
  );
}
