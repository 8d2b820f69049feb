/** The grid that a chart is drawn on, before it is stretched to its place. */
export const chartWidth = 300;
export const chartHeight = 100;

/** Where the values stand: the height of each from the bottom, 0 to `chartHeight`, the greatest at the top, none below zero. */
export function heights(values: readonly bigint[]): number[] {
  const most = values.reduce((greatest, value) => (value > greatest ? value : greatest), 0n);
  // A hundredth of the grid is finer than any screen; what is left over is nobody's money.
  return values.map((value) => (value <= 0n ? 0 : Number((value * 10_000n) / most) / 100));
}

/** Where a value begins, from the left; the last is the right edge. */
export const offsetOf = (index: number, count: number): number => (index / Math.max(1, count - 1)) * chartWidth;

/**
 * The line through values that hold until the next: treads and risers, as money stays what it was until it moves.
 * @param values oldest first, none negative
 */
export function stepPath(values: readonly bigint[]): string {
  const round = (value: number): number => Math.round(value * 100) / 100;
  return heights(values)
    .map((height, index) => {
      const [x, y] = [round(offsetOf(index, values.length)), round(chartHeight - height)];
      return index === 0 ? `M${x} ${y}` : `H${x}V${y}`;
    })
    .join('');
}

/** The value under a place on the picture: the one that held there. @param share of the width, from 0 to 1 */
export const indexAt = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))));
