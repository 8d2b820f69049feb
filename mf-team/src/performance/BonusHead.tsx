import { minorOf } from '@trellis/api-contract';
import { Amount, Card, Hero, Hint, isZero, More, shownText, useDates } from '@trellis/kit';
import { BarChart, FigureTable } from '@trellis/kit/chart';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Month } from './api.ts';

/** What the month has paid, and the months before it. */
export function BonusHead({ reported }: { reported: Month }) {
  const { t } = useTranslation('team');
  const { month: monthName, dateTime } = useDates();
  const { sums, month, months, asOf, bars } = reported;
  return (
    <>
      <Hero centred label={t('performance.bonusOf', { month: monthName(month) })} money={sums.paid}>
        {!isZero(sums.paid) && (
          <Hint>{t('performance.paidAs', { usdp: shownText(sums.usdp), rp: shownText(sums.rp) })}</Hint>
        )}
        {month === months.last && <Hint>{t('performance.running', { time: dateTime(asOf) })}</Hint>}
      </Hero>
      {bars.some(({ paid }) => !isZero(paid)) && <BonusBars bars={bars} />}
    </>
  );
}

function BonusBars({ bars }: Pick<Month, 'bars'>) {
  const { t } = useTranslation('team');
  const { month: monthName } = useDates();
  const [pointed, setPointed] = useState<number>();
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return null;
  const most = bars.reduce((best, bar) => (minorOf(bar.paid) > minorOf(best.paid) ? bar : best), first);
  const at = pointed === undefined ? undefined : bars[pointed];
  const [from, to] = [monthName(first.month), monthName(last.month)];
  return (
    <Card title={t('performance.bars')} action={at && <Amount money={at.paid} />}>
      <BarChart
        label={t('performance.barsPicture', { from, to, most: shownText(most.paid) })}
        bars={bars.map(({ paid }) => [minorOf(paid)])}
        ends={[from, to]}
        pointed={pointed}
        onPoint={setPointed}
      />
      <More title={t('performance.table')}>
        <FigureTable
          caption={t('performance.bars')}
          head={[t('performance.monthHead'), t('performance.bonus')]}
          rows={[...bars].reverse().map(({ month, paid }) => ({
            key: month,
            name: monthName(month),
            value: <Amount money={paid} />,
          }))}
        />
      </More>
    </Card>
  );
}
