import { coverageMarks } from '@trellis/api-contract/operator';
import { Chip, LinkButton, Notice, Row, Rows, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Overview } from '../api.ts';
import { ToPlace } from '../frame/Unknown.tsx';
import { useList } from '../frame/useList.ts';
import { useMay } from '../frame/useMay.ts';
import { auditIcon, depositsIcon, incidentIcon, ratesIcon, releasesIcon, solvencyIcon } from '../icons.ts';
import { percentOf } from '../money/solvency/percent.ts';
import { useLasts } from '../money/solvency/useLasts.ts';
import { textKey } from '../texts/textKey.ts';

/** Whether the platform is sound; each line leads to where it is looked at. */
export function StatusRows({ overview }: { overview: Overview }) {
  const { t } = useTranslation('operator');
  const list = useList();
  const { dateTime } = useDates();
  const mayBooks = useMay('books');
  const lasts = useLasts();
  const { books, backup, frozen, halted, cover, shortestPool, ratesAlone } = overview;
  const isGreen = books?.green !== false;
  return (
    <Rows label={t('home.status')}>
      <Row
        {...(mayBooks && { to: '/solvency' })}
        icon={auditIcon}
        title={t('home.books')}
        detail={books ? t('home.checked', { time: dateTime(books.at) }) : t('home.unchecked')}
        end={
          isGreen ? t(books === null ? 'home.unknown' : 'home.right') : <Chip tone="negative">{t('home.wrong')}</Chip>
        }
      />
      <Row
        icon={auditIcon}
        title={t('home.backup')}
        detail={backup ? t('home.restoredWhole', { time: dateTime(backup.at) }) : t('home.noBackup')}
        end={
          backup === null ? (
            t('home.unknown')
          ) : backup.old ? (
            <Chip tone="warning">{t('home.oldBackup')}</Chip>
          ) : (
            t('home.right')
          )
        }
      />
      {cover !== null && (
        <Row
          to="/solvency"
          icon={solvencyIcon}
          title={t('home.cover')}
          end={
            cover.coverage === null ? (
              t('home.nothingOwed')
            ) : cover.state === 'covered' ? (
              t('home.percent', { percent: percentOf(cover.coverage) })
            ) : (
              <Chip tone={cover.state === 'low' ? 'warning' : 'negative'}>
                {t('home.percent', { percent: percentOf(cover.coverage) })}
              </Chip>
            )
          }
        />
      )}
      {shortestPool !== null && (
        <Row
          to="/solvency"
          icon={solvencyIcon}
          title={t('home.shortestPool', { pool: t(textKey('solvency.pool', shortestPool.pool)) })}
          end={lasts(shortestPool.days)}
        />
      )}
      {ratesAlone !== null && (
        <Row
          to="/rates"
          icon={ratesIcon}
          title={t('home.ratesAlone')}
          end={ratesAlone === 0 ? t('home.noRates') : String(ratesAlone)}
        />
      )}
      <Row
        to="/incident"
        icon={incidentIcon}
        title={t('home.payouts')}
        end={frozen ? <Chip tone="negative">{t('home.stopped')}</Chip> : t('home.running')}
      />
      <Row
        {...(mayBooks && { to: '/deposits' })}
        icon={depositsIcon}
        title={t('home.chains')}
        end={halted.length === 0 ? t('home.allRead') : t('home.haltedChains', { chains: list(halted) })}
      />
      <ReleasesRow overview={overview} />
    </Rows>
  );
}

/** What has to be seen before anything else, each with the way to where it is looked into. */
export function Alarms({ overview: { books, frozen, halted, cover, releases } }: { overview: Overview }) {
  const { t } = useTranslation('operator');
  const list = useList();
  const mayBooks = useMay('books');
  const isGreen = books?.green !== false;
  return (
    <>
      {(frozen || !isGreen) && (
        <Notice
          tone="negative"
          urgent
          title={t(frozen ? 'home.frozen' : 'home.red')}
          action={
            <>
              <ToPlace to="/incident" />
              {!isGreen && mayBooks && (
                <LinkButton to="/solvency" kind="quiet" size="small">
                  {t('home.why')}
                </LinkButton>
              )}
            </>
          }
        >
          {frozen && !isGreen && t('home.red')}
          {!isGreen && books && <span translate="no"> {books.broken.join(' · ')}</span>}
        </Notice>
      )}
      {cover !== null && cover.state !== 'covered' && (
        <Notice
          tone={cover.state === 'short' ? 'negative' : 'warning'}
          urgent
          title={
            cover.state === 'short'
              ? t('home.coverShort')
              : t('home.coverLow', { percent: percentOf(coverageMarks.low) })
          }
          action={<ToPlace to="/solvency" />}
        />
      )}
      {halted.length > 0 && (
        <Notice
          tone="negative"
          urgent
          title={t('home.haltedChains', { chains: list(halted) })}
          {...(mayBooks && { action: <ToPlace to="/deposits" /> })}
        />
      )}
      {releases.refused && releases.refused.length > 0 && (
        <Notice
          tone="negative"
          urgent
          title={t('home.refusedCalls', { features: list(releases.refused) })}
          action={<ToPlace to="/releases" />}
        />
      )}
      {releases.wentBack.length > 0 && (
        <Notice
          tone="warning"
          title={t('home.wentBack', { features: list(releases.wentBack) })}
          action={<ToPlace to="/releases" />}
        />
      )}
    </>
  );
}

function ReleasesRow({ overview: { releases } }: { overview: Overview }) {
  const { t } = useTranslation('operator');
  const list = useList();
  const { rollingOut, off } = releases;
  const reported = [
    ...(rollingOut.length > 0 ? [t('home.rollingOut', { features: list(rollingOut) })] : []),
    ...(off.length > 0 ? [t('home.off', { features: list(off) })] : []),
  ];
  return (
    <Row
      to="/releases"
      icon={releasesIcon}
      title={t('home.releases')}
      detail={reported.length === 0 ? t('home.releasesQuiet') : reported.join(' · ')}
    />
  );
}
