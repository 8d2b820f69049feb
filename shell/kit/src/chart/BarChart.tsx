import type { PointerEvent } from 'react';
import * as styles from './BarChart.module.css';
import { heights, indexAt } from './stepPath.ts';

interface BarChartProps {
  /** What is heard in place of the picture. */
  readonly label: string;
  /** Oldest first; each one bar, or two beside each other. None negative, all of one unit. */
  readonly bars: readonly (readonly bigint[])[];
  /** Below its two ends. */
  readonly ends: readonly [string, string];
  /** The one that is pointed at. */
  readonly pointed: number | undefined;
  /** A finger or a mouse is at one, or has left. */
  readonly onPoint: (index: number | undefined) => void;
}

/** A bar takes so much of its place; what is left is air. */
const share = 0.72;

/** Amounts of equal times, from zero up, beside each other. Its table says the same to readers. */
export function BarChart({ label, bars, ends, pointed, onPoint }: BarChartProps) {
  const beside = Math.max(1, ...bars.map((bar) => bar.length));
  const tall = heights(bars.flat());
  const width = share / beside;
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect();
    onPoint(indexAt((event.clientX - left) / wide - 0.5 / bars.length, bars.length));
  };
  const leave = () => onPoint(undefined);
  let place = 0;
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
        <svg viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none" aria-hidden="true">
          {bars.map((bar, index) =>
            bar.map((_value, which) => {
              const height = tall[place++] ?? 0;
              return (
                <rect
                  key={`${index} ${which}`}
                  data-which={which}
                  data-pointed={index === pointed || undefined}
                  x={index + (1 - share) / 2 + which * width}
                  y={100 - height}
                  width={width}
                  height={height}
                />
              );
            }),
          )}
        </svg>
      </div>
      <figcaption className={styles.ends} aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </figcaption>
    </figure>
  );
}
