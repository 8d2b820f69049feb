import { apiBase } from '@trellis/api-contract';
import { Hint, IconDownload, Notice, Pane, Select, SkeletonCard, TextLink, useDates } from '@trellis/kit';
import { Loaded, SuspensionNotice, useDownload } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { downloadIcon } from '../icons.ts';
import { type Month, performanceApi } from './api.ts';
import { BonusHead } from './BonusHead.tsx';
import { CarryCard } from './CarryCard.tsx';
import { DaysCard } from './DaysCard.tsx';
import { FormulaCard } from './FormulaCard.tsx';
import { MonthsCard } from './MonthsCard.tsx';
import { monthsBack } from './months.ts';
import * as styles from './Performance.module.css';
import { RulesCard } from './RulesCard.tsx';
import { SalesCard } from './SalesCard.tsx';

/** A month of the own team: the bonus, how it was computed, and what both sides brought. The month stands in the address. */
export function Performance() {
  const [parameters, setParameters] = useSearchParams();
  const month = parameters.get('month') ?? undefined;
  const query = performanceApi.useGetTeamPerformanceQuery(month === undefined ? {} : { month });
  // While another month is on its way the last one stays.
  const shown = query.isFetching ? query.data : query.currentData;
  const choose = (chosen: string, last: string) =>
    setParameters(chosen === last ? { tab: 'performance' } : { tab: 'performance', month: chosen }, { replace: true });
  return (
    <Loaded
      query={{ ...query, data: shown }}
      waiting={
        <Pane>
          <SkeletonCard hero />
          <SkeletonCard />
        </Pane>
      }
    >
      {(reported, stamp) => (
        <>
          <Pane>
            <SuspensionNotice />
            {query.error !== undefined && stamp}
            <MonthPicker reported={reported} onChoose={(chosen) => choose(chosen, reported.months.last)} />
            <BonusHead reported={reported} />
            <Notices reported={reported} />
            <MonthsCard reported={reported} onChoose={(chosen) => choose(chosen, reported.months.last)} />
            <FormulaCard reported={reported} />
          </Pane>
          <Pane>
            <SalesCard reported={reported} />
            {reported.carry && <CarryCard carry={reported.carry} reported={reported} />}
            <RulesCard now={reported.now} />
            <DaysCard reported={reported} />
          </Pane>
        </>
      )}
    </Loaded>
  );
}

function MonthPicker({
  reported: { month, months },
  onChoose,
}: {
  reported: Month;
  onChoose: (month: string) => void;
}) {
  const { t } = useTranslation('team');
  const { month: monthName } = useDates();
  const { onClick, notice } = useDownload();
  return (
    <>
      <div className={styles.picker}>
        <Select
          size="chip"
          label={t('performance.month')}
          labelHidden
          value={month}
          onChange={onChoose}
          options={monthsBack(months.first, months.last).map((value) => ({ value, label: monthName(value) }))}
        />
        <IconDownload
          label={t('performance.csv')}
          icon={downloadIcon}
          onClick={onClick}
          href={`${apiBase}/team/performance.csv?${new URLSearchParams({ month })}`}
        />
      </div>
      <Hint>{t('performance.zone')}</Hint>
      {notice}
    </>
  );
}

/** What keeps a bonus away now: why there is none above. */
function Notices({ reported: { sale, closedFor, now, month, months } }: { reported: Month }) {
  const { t } = useTranslation('team');
  const { dateTime } = useDates();
  if (month !== months.last) return null;
  if (sale === 'closed')
    return <Notice tone="warning">{t(closedFor ? 'performance.closed' : 'performance.closedAll')}</Notice>;
  if (now.level !== null) return null;
  if (now.countsFrom)
    return <Notice tone="warning">{t('performance.countsFrom', { time: dateTime(now.countsFrom) })}</Notice>;
  return (
    <Notice tone="warning" action={<TextLink to="/plan">{t('performance.inactiveAction')}</TextLink>}>
      {t('performance.inactive')}
    </Notice>
  );
}
