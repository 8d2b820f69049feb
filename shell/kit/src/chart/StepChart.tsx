import { ChartFrame, type ChartFrameProps } from './ChartFrame.tsx';
import * as styles from './StepChart.module.css';
import { chartHeight, chartWidth, heights, indexAt, offsetOf, stepPath } from './stepPath.ts';

interface StepChartProps extends ChartFrameProps {
  /** Oldest first, evenly apart, none negative, all of one unit; each holds until the next. */
  readonly values: readonly bigint[];
  /** The value that is pointed at; the last where none is. */
  readonly pointed: number | undefined;
  /** Another one, that it is compared with. */
  readonly compared?: number | undefined;
}

/** How an amount went, from zero up, so that a change looks as large as it is. Its table says the same to readers. */
export function StepChart({ values, pointed, compared, ...frame }: StepChartProps) {
  const line = stepPath(values);
  const tall = heights(values);
  const marked = [pointed ?? values.length - 1, ...(compared === undefined ? [] : [compared])];
  return (
    <ChartFrame {...frame} inset indexAt={(share) => indexAt(share, values.length)}>
      <svg
        className={styles.picture}
        viewBox={`0 0 ${chartWidth} ${chartHeight}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={styles.wash} d={`${line}V${chartHeight}H0Z`} />
        <path className={styles.line} d={line} />
      </svg>
      {marked.map((index, at) => (
        <span
          key={at === 0 ? 'pointed' : 'compared'}
          className={styles.point}
          data-pointed={pointed !== undefined || undefined}
          style={{
            '--x': offsetOf(index, values.length) / chartWidth,
            '--y': (tall[index] ?? 0) / chartHeight,
          }}
        />
      ))}
    </ChartFrame>
  );
}
