import * as styles from './BarChart.module.css';
import { ChartFrame, type ChartFrameProps } from './ChartFrame.tsx';
import { heights, indexAt } from './stepPath.ts';

interface BarChartProps extends ChartFrameProps {
  /** Oldest first; each one bar, or two alongside each other. None negative, all of one unit. */
  readonly bars: readonly (readonly bigint[])[];
  /** The one that is pointed at. */
  readonly pointed: number | undefined;
}

/** A bar takes so much of its place; what is left is air. */
const share = 0.72;

/** Amounts of equal times, from zero up, alongside each other. Its table says the same to readers. */
export function BarChart({ bars, pointed, ...frame }: BarChartProps) {
  const alongside = Math.max(1, ...bars.map((bar) => bar.length));
  const tall = heights(bars.flat());
  const width = share / alongside;
  let place = 0;
  return (
    <ChartFrame {...frame} indexAt={(at) => indexAt(at - 0.5 / bars.length, bars.length)}>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${bars.length} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
        data-pointed={pointed !== undefined || undefined}
      >
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
    </ChartFrame>
  );
}
