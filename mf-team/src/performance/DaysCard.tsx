import { type Money, minorOf } from '@trellis/api-contract';
import { amountText, Card, isZero, More, Row, Rows, shownText, useDates } from '@trellis/kit';
import { BarChart } from '@trellis/kit/chart';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day, Month } from './api.ts';
import { DaySheet } from './DaySheet.tsx';
import { daysUpTo } from './months.ts';

/** The days of the month: a picture of both sides, and a row for each that opens its sum. */
export function DaysCard({ reported: { days, closedThrough } }: { reported: Month }) {
  const { t } = useTranslation('team');
  const { day: dayText } = useDates();
  const [opened, setOpened] = useState<string>();
  const open = days.find(({ day }) => day === opened);
  // The head of the page says it.
  if (days.length === 0) return null;
  return (
    <Card title={t('performance.days')}>
      <DayBars days={days} />
      <More title={t('performance.table')} open={days.length <= 7}>
        <Rows label={t('performance.days')}>
          {days.map((day) => (
            <Row
              key={day.day}
              title={dayText(day.day)}
              detail={t('performance.daySides', sidesOf(day))}
              end={day.bonus ? shownText(day.bonus.paid) : t(withoutBonus(day.day, closedThrough))}
              onOpen={day.bonus ? () => setOpened(day.day) : undefined}
            />
          ))}
        </Rows>
      </More>
      {open?.bonus && <DaySheet day={open} bonus={open.bonus} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

/** Every day of the calendar has its place, also where nothing was sold. */
function DayBars({ days }: Pick<Month, 'days'>) {
  const { t } = useTranslation('team');
  const { day: dayText } = useDates();
  const [pointed, setPointed] = useState<number>();
  const latest = days[0];
  if (!latest) return null;
  const most = days.flatMap(({ left, right }) => [left.sales, right.sales]).reduce(greater);
  if (isZero(most)) return null;
  const known = new Map(days.map((each) => [each.day, each]));
  const places = daysUpTo(latest.day);
  const [from, to] = [dayText(places[0] ?? latest.day), dayText(latest.day)];
  const place = pointed === undefined ? undefined : places[pointed];
  const at = place === undefined ? undefined : known.get(place);
  return (
    <BarChart
      label={t('performance.daysPicture', { from, to, most: shownText(most) })}
      bars={places.map((day) => {
        const each = known.get(day);
        return [each ? minorOf(each.left.sales) : 0n, each ? minorOf(each.right.sales) : 0n];
      })}
      ends={place === undefined ? [from, to] : [dayText(place), at ? t('performance.daySides', sidesOf(at)) : '']}
      pointed={pointed}
      onPoint={setPointed}
    />
  );
}

const sidesOf = ({ left, right }: Day) => ({
  left: amountText(left.sales.amount),
  right: amountText(right.sales.amount),
});
const withoutBonus = (day: string, closedThrough: string | null) =>
  closedThrough !== null && day <= closedThrough ? 'performance.dayNothing' : 'performance.dayOpen';
const greater = (a: Money, b: Money): Money => (minorOf(b) > minorOf(a) ? b : a);
