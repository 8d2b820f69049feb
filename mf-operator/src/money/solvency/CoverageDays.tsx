import { dayOf, percentText } from '@trellis/api-contract';
import { coverageDaysShown, coverageMarks } from '@trellis/api-contract/operator';
import { Hint, More, useDates } from '@trellis/kit';
import { ChartFrame, FigureTable, indexAt } from '@trellis/kit/chart';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Solvency } from '../../api.ts';
import * as styles from './CoverageDays.module.css';
import {
  type Edges,
  edgesOf,
  grid,
  heightOf,
  isBeyond,
  offsetOf,
  outermost,
  type Place,
  pathsOf,
  placesUpTo,
} from './coverageLine.ts';
import { percentOf } from './percent.ts';

/** How coverage went, by day in UTC whatever the reader's zone: a picture with the two marks, and a table. */
export function CoverageDays({ solvency: { at, byDay } }: { solvency: Solvency }) {
  const { t } = useTranslation('operator');
  const { day: dayText } = useDates();
  const places = placesUpTo(dayOf(at), byDay.days);
  const values = places.flatMap(({ figures }) => figures?.lowest ?? []);
  const since = byDay.since !== null && <Hint>{t('solvency.daysSince', { day: dayText(byDay.since) })}</Hint>;
  if (values.length === 0)
    return (
      <>
        <Hint>{t(byDay.since === null ? 'solvency.noDays' : 'solvency.noDaysNow', { days: coverageDaysShown })}</Hint>
        {since}
      </>
    );
  const edges = edgesOf(values);
  return (
    <>
      <Hint>{t('solvency.days', { days: coverageDaysShown })}</Hint>
      <Picture places={places} values={values} edges={edges} />
      {values.some(isBeyond) && (
        <Hint>{t('solvency.daysBeyond', { from: wholePercent(outermost.from), to: wholePercent(outermost.to) })}</Hint>
      )}
      {since}
      <More title={t('solvency.daysTable')}>
        <Table places={places.filter(({ day }) => byDay.since !== null && day >= byDay.since)} />
      </More>
    </>
  );
}

interface PictureProps {
  readonly places: readonly Place[];
  /** The lowest of each day that has one; not empty. */
  readonly values: readonly number[];
  readonly edges: Edges;
}

function Picture({ places, values, edges }: PictureProps) {
  const { t } = useTranslation('operator');
  const { day: dayText } = useDates();
  const figuresText = useFigures();
  const { lines, points } = pathsOf(places, edges);
  const [index, setIndex] = useState<number>();
  const pointed = index === undefined ? undefined : places[index];
  const [from, to] = [dayText(places[0]?.day ?? ''), dayText(places.at(-1)?.day ?? '')];
  const marked = pointed ?? places.findLast(({ figures }) => figures !== undefined);
  return (
    <div className={styles.place}>
      <ChartFrame
        label={t('solvency.daysPicture', {
          ...{ from, to },
          least: percentText(percentOf(Math.min(...values))),
          most: percentText(percentOf(Math.max(...values))),
        })}
        ends={pointed ? [dayText(pointed.day), figuresText(pointed)] : [from, to]}
        onPoint={setIndex}
        indexAt={(share) => indexAt(share, places.length)}
      >
        {(['low', 'short'] as const).map((mark) => (
          <span
            key={mark}
            className={styles.mark}
            data-mark={mark}
            style={{ '--y': heightOf(coverageMarks[mark], edges) }}
          >
            {percentText(wholePercent(coverageMarks[mark]))}
          </span>
        ))}
        <svg viewBox={`0 0 ${grid.width} ${grid.height}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={lines} />
          <path d={points} data-points />
        </svg>
        {marked?.figures && (
          <span
            className={styles.point}
            data-pointed={pointed !== undefined || undefined}
            style={{ '--x': offsetOf(places.indexOf(marked)), '--y': heightOf(marked.figures.lowest, edges) }}
          />
        )}
      </ChartFrame>
    </div>
  );
}

function Table({ places }: { places: readonly Place[] }) {
  const { t } = useTranslation('operator');
  const { day: dayText } = useDates();
  const figuresText = useFigures();
  return (
    <FigureTable
      caption={t('solvency.daysCaption')}
      head={[t('solvency.daysDay'), t('solvency.coverage')]}
      rows={[...places].reverse().map((place) => ({
        key: place.day,
        name: dayText(place.day),
        value: figuresText(place),
      }))}
    />
  );
}

function useFigures() {
  const { t } = useTranslation('operator');
  return ({ figures }: Place): string =>
    figures
      ? t('solvency.dayFigures', {
          lowest: percentText(percentOf(figures.lowest)),
          last: percentText(percentOf(figures.last)),
        })
      : t('solvency.dayNone');
}

/** Of marks and edges, which are whole. */
const wholePercent = (hundredths: number): number => Math.trunc(hundredths / 100);
