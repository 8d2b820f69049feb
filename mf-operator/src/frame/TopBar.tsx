import { Icon } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Overview } from '../api.ts';
import { findIcon } from '../icons.ts';
import { percentOf } from '../money/solvency/percent.ts';
import * as styles from './TopBar.module.css';
import { useStamp } from './Updated.tsx';
import { useMay } from './useMay.ts';
import { useMinute } from './useMinute.ts';

interface TopBarProps {
  readonly overview: Overview | undefined;
  /** The choice of a language, which the shell gives every screen. */
  readonly language: ReactNode;
  readonly onFind: () => void;
}

/** Over every page of the workspace: find, whether the platform is sound, how old the page is, and the time of logs and chains. */
export function TopBar({ overview, language, onFind }: TopBarProps) {
  const { t } = useTranslation('operator');
  const stamp = useStamp();
  const now = new Date(useMinute()).toISOString();
  return (
    <section className={styles.bar} aria-label={t('home.status')}>
      <button type="button" className={styles.find} aria-keyshortcuts="/" aria-haspopup="dialog" onClick={onFind}>
        <Icon icon={findIcon} />
        <span>{t('find.open')}</span>
        <span className={styles.key} aria-hidden="true">
          /
        </span>
      </button>
      {overview && <Standing overview={overview} />}
      {stamp}
      <time className={styles.clock} dateTime={now}>
        {`${now.slice(11, 16)} UTC`}
      </time>
      {language}
    </section>
  );
}

type Tone = 'positive' | 'warning' | 'negative';

/** Books, payouts and coverage, each leading to where it is looked at. */
function Standing({ overview: { books, frozen, cover } }: { overview: Overview }) {
  const { t } = useTranslation('operator');
  const mayBooks = useMay('books');
  const isGreen = books?.green !== false;
  const booksText = books === null ? 'home.unknown' : isGreen ? 'home.right' : 'home.wrong';
  const line = (tone: Tone, name: string, state: string, to: string | undefined) => (
    <li data-tone={tone}>
      {to === undefined ? (
        <span>{t('home.stands', { name, state })}</span>
      ) : (
        <Link to={to}>{t('home.stands', { name, state })}</Link>
      )}
    </li>
  );
  return (
    <ul className={styles.standing}>
      {line(
        books === null ? 'warning' : isGreen ? 'positive' : 'negative',
        t('home.books'),
        t(booksText),
        mayBooks ? '/solvency' : undefined,
      )}
      {line(
        frozen ? 'negative' : 'positive',
        t('home.payouts'),
        t(frozen ? 'home.stopped' : 'home.running'),
        '/incident',
      )}
      {cover !== null &&
        line(
          cover.state === 'covered' ? 'positive' : cover.state === 'low' ? 'warning' : 'negative',
          t('home.cover'),
          cover.coverage === null ? t('home.nothingOwed') : t('home.percent', { percent: percentOf(cover.coverage) }),
          '/solvency',
        )}
    </ul>
  );
}
