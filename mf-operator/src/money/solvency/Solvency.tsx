import { Hint, Section, SkeletonCard, SkeletonRows } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import { Updated } from '../../frame/Updated.tsx';
import { Books, Chains } from './Books.tsx';
import { Calendar } from './Calendar.tsx';
import { Coverage } from './Coverage.tsx';
import { FundingHistory } from './FundingHistory.tsx';
import { Pools } from './Pools.tsx';
import { OwnFunds, Sides } from './Sides.tsx';
import * as styles from './Solvency.module.css';

/** `/solvency`: what is held against what is owed, and the pools that rewards are promised from. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="solvency" title={t('place.solvency')} text={t('solvency.text')}>
      <PlatformStatus />
      <PoolParts />
    </Console>
  );
}

function PlatformStatus() {
  const query = operatorApi.useGetSolvencyQuery({});
  return (
    <Loaded query={query} waiting={<SkeletonCard hero />}>
      {(solvency, stamp) => (
        <>
          <Updated stamp={stamp} />
          <div className={styles.page}>
            <div className={styles.column}>
              <Coverage solvency={solvency} />
              <Books solvency={solvency} />
              <Chains solvency={solvency} />
            </div>
            <div className={styles.column}>
              <Sides solvency={solvency} />
              <OwnFunds solvency={solvency} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}

function PoolParts() {
  const { t } = useTranslation('operator');
  const pools = operatorApi.useListPoolsQuery({});
  const calendar = operatorApi.usePoolCalendarQuery({});
  return (
    <>
      <Section title={t('solvency.pools')}>
        <Hint>{t('solvency.poolsText')}</Hint>
        <Loaded query={pools} waiting={<SkeletonCard />}>
          {(reported) => <Pools pools={reported.pools} />}
        </Loaded>
      </Section>
      <Section title={t('solvency.calendar')}>
        <Hint>{t('solvency.calendarText')}</Hint>
        <Loaded query={calendar} waiting={<SkeletonRows />}>
          {({ days }) => <Calendar days={days} />}
        </Loaded>
      </Section>
      <Section title={t('solvency.history')}>
        <FundingHistory />
      </Section>
    </>
  );
}
