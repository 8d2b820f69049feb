import type { PointerEvent } from 'react';
import * as styles from './StepChart.module.css';
import { chartHeight, chartWidth, heights, indexAt, offsetOf, stepPath } from './stepPath.ts';

interface StepChartProps {
  /** What is heard in place of the picture. */
  readonly label: string;
  /** Oldest first, evenly apart, none negative, all of one unit; each holds until the next. */
  readonly values: readonly bigint[];
  /** Below its two ends. */
  readonly ends: readonly [string, string];
  /** The value that is pointed at; the last where none is. */
  readonly pointed: number | undefined;
  /** A finger or a mouse is at a value, or has left. */
  readonly onPoint: (index: number | undefined) => void;
}

/** How an amount went, from zero up, so that a change looks as large as it is. Its table says the same to readers. */
export function StepChart({ label, values, ends, pointed, onPoint }: StepChartProps) {
  const line = stepPath(values);
  const index = pointed ?? values.length - 1;
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onPoint(indexAt((event.clientX - left) / width, values.length));
  };
  const leave = () => onPoint(undefined);
  return (
    <figure className={styles.chart}>
      <div
        className={styles.picture}
        role="img"
        aria-label={label}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={leave}
        onPointerCancel={leave}
      >
        <svg viewBox={`0 0 ${chartWidth} ${chartHeight}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.wash} d={`${line}V${chartHeight}H0Z`} />
          <path className={styles.line} d={line} />
        </svg>
        <span
          className={styles.point}
          data-pointed={pointed !== undefined || undefined}
          style={{
            '--x': offsetOf(index, values.length) / chartWidth,
            '--y': (heights(values)[index] ?? 0) / chartHeight,
          }}
        />
      </div>
      <figcaption className={styles.ends} aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </figcaption>
    </figure>
  );
}
