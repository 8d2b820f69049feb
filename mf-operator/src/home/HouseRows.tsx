import { Notice, Row, Rows, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { auditIcon, depositsIcon, incidentIcon, ratesIcon, releasesIcon, solvencyIcon } from '../icons.ts';
import { useMay } from '../roles/useMay.ts';
import { poolTexts } from '../solvency/solvencyTexts.ts';
import type { Overview } from './OverviewRows.tsx';

/** Whether the house is sound: what is wrong is said aloud, and each line leads to where it is looked at. */
export function HouseRows({ of }: { of: Overview }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const mayBooks = useMay('books');
  const { books, frozen, halted, cover, shortestPool, ratesAlone } = of;
  const isGreen = books?.green !== false;
  return (
    <>
      <Alarms of={of} />
      <Rows label={t('home.house')}>
        <Row
          {...(mayBooks && { to: '/solvency' })}
          icon={auditIcon}
          title={t('home.books')}
          detail={books ? t('home.checked', { time: dateTime(books.at) }) : t('home.unchecked')}
          end={t(books === null ? 'home.unknown' : isGreen ? 'home.right' : 'home.wrong')}
        />
        {cover !== null && (
          <Row
            to="/solvency"
            icon={solvencyIcon}
            title={t('home.cover')}
            end={
              cover.coverage === null
                ? t('home.nothingOwed')
                : t('home.percent', { percent: percentText(cover.coverage) })
            }
          />
        )}
        {shortestPool !== null && (
          <Row
            to="/solvency"
            icon={solvencyIcon}
            title={t('home.shortestPool', { pool: t(poolTexts[shortestPool.pool]) })}
            end={t('home.days', { days: shortestPool.days })}
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
          end={t(frozen ? 'home.stopped' : 'home.running')}
        />
        <Row
          {...(mayBooks && { to: '/deposits' })}
          icon={depositsIcon}
          title={t('home.chains')}
          end={halted.length === 0 ? t('home.allRead') : t('home.haltedChains', { chains: halted.join(', ') })}
        />
        <ReleasesRow of={of} />
      </Rows>
    </>
  );
}

/** What has to be seen before anything else. */
function Alarms({ of: { books, frozen, halted, cover, releases } }: { of: Overview }) {
  const { t } = useTranslation('operator');
  const isGreen = books?.green !== false;
  return (
    <>
      {(frozen || !isGreen) && (
        <Notice tone="negative" urgent title={t(frozen ? 'home.frozen' : 'home.red')}>
          {t('home.look')}
        </Notice>
      )}
      {cover !== null && cover.state !== 'covered' && (
        <Notice
          tone={cover.state === 'short' ? 'negative' : 'warning'}
          urgent
          title={t(cover.state === 'short' ? 'home.coverShort' : 'home.coverLow')}
        />
      )}
      {halted.length > 0 && (
        <Notice tone="negative" urgent title={t('home.haltedChains', { chains: halted.join(', ') })} />
      )}
      {releases.wentBack.length > 0 && (
        <Notice tone="warning" title={t('home.wentBack', { features: releases.wentBack.join(', ') })} />
      )}
    </>
  );
}

function ReleasesRow({ of: { releases } }: { of: Overview }) {
  const { t } = useTranslation('operator');
  const { rollingOut, off } = releases;
  const told = [
    ...(rollingOut.length > 0 ? [t('home.rollingOut', { features: rollingOut.join(', ') })] : []),
    ...(off.length > 0 ? [t('home.off', { features: off.join(', ') })] : []),
  ];
  return (
    <Row
      to="/releases"
      icon={releasesIcon}
      title={t('home.releases')}
      detail={told.length === 0 ? t('home.releasesQuiet') : told.join(' · ')}
    />
  );
}

/** Hundredths of a percent as `104.27`, without a float. */
const percentText = (hundredths: number): string =>
  `${Math.trunc(hundredths / 100)}.${String(Math.abs(hundredths % 100)).padStart(2, '0')}`;
