import { minorOf } from '@trellis/api-contract';
import { Amount, Ends, HiddenAmounts, Hint, More, shownText, useDates } from '@trellis/kit';
import { FigureTable, StepChart } from '@trellis/kit/chart';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as styles from './HistoryPicture.module.css';
import { changeOf, extremesOf, type HistoryPoint } from './totals.ts';

/** As short as a phone can say that there is something under the finger. */
const tickMs = 4;

/** The totals as a picture that a finger reads, and two compare, and as a table. */
export function HistoryPicture({ points }: { points: readonly HistoryPoint[] }) {
  const { t } = useTranslation('wallet');
  const { date, dateTime } = useDates();
  const hidden = useContext(HiddenAmounts);
  const [[pointed, compared], setPointed] = useState<readonly (number | undefined)[]>([]);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const { least, most } = extremesOf(points);
  const at = pointed === undefined ? undefined : points[pointed];
  const pair =
    pointed === undefined || compared === undefined
      ? undefined
      : ([points[Math.min(pointed, compared)] ?? first, points[Math.max(pointed, compared)] ?? last] as const);
  const shown = pair ? changeOf(pair[0].total, pair[1].total) : (at?.total ?? changeOf(first.total, last.total));
  const point = (index?: number, other?: number) => {
    setPointed([index, other]);
    const isChange = index !== undefined && index !== pointed && points[index]?.total.amount !== at?.total.amount;
    // Before the first press a browser refuses, and complains.
    if (isChange && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(tickMs);
  };
  const picture = t('over.picture', {
    from: date(first.at),
    least: shownText(least),
    most: shownText(most),
    now: shownText(last.total),
  });
  return (
    <>
      <Ends>
        <Hint>
          {pair
            ? t('over.between', { from: date(pair[0].at), until: date(pair[1].at) })
            : at
              ? dateTime(at.at)
              : t('over.since', { date: date(first.at) })}
        </Hint>
        {/* While a finger goes along the picture it is what the card is about. */}
        <span className={styles.figure}>
          <Amount money={shown} />
        </span>
      </Ends>
      <StepChart
        label={hidden ? t('over.title') : picture}
        values={points.map(({ total }) => minorOf(total))}
        ends={[date(first.at), t('over.now')]}
        pointed={pointed}
        compared={compared}
        onPoint={point}
      />
      <More title={t('over.table')}>
        <FigureTable
          caption={t('over.caption')}
          head={[t('over.date'), t('total.label')]}
          rows={[...points].reverse().map(({ at: time, total }) => ({
            key: time,
            name: dateTime(time),
            value: <Amount money={total} />,
          }))}
        />
      </More>
    </>
  );
}
