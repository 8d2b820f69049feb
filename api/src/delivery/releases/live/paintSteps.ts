/**
 * Upper bounds of the steps in which first paints are counted, in milliseconds: each is a third to a half above the one
 * before, from what comes out of a cache to the most that a page reports.
 */
const bounds = [
  50, 75, 100, 150, 200, 300, 400, 600, 800, 1_200, 1_600, 2_400, 3_200, 4_800, 6_400, 9_600, 12_800, 19_200, 25_600,
  38_400, 51_200, 76_800, 120_000,
] as const;
const longest = bounds[bounds.length - 1] ?? 0;

/** The step that a first paint is counted in, by its upper bound. */
export const stepOf = (milliseconds: number): number => bounds.find((bound) => milliseconds <= bound) ?? longest;

/** How many loads were painted within a step, by its upper bound, and not within the one before. */
export interface PaintCount {
  readonly withinMs: number;
  readonly loads: bigint;
}

/** How soon a release is on the page. */
export interface FirstPaint {
  /** How many loads it is known of. */
  readonly loads: number;
  /** Half of them, and 95 of 100, were on the page within so many milliseconds; `null`: too few to say. */
  readonly p50: number | null;
  readonly p95: number | null;
}

/** Fewer loads say nothing of what most people meet. */
const leastLoads = 20n;

export function firstPaintOf(counts: readonly PaintCount[]): FirstPaint {
  const inOrder = counts.toSorted((one, other) => one.withinMs - other.withinMs);
  const all = inOrder.reduce((sum, { loads }) => sum + loads, 0n);
  /** The first bound that at least so many of 100 were within. */
  const within = (percent: bigint): number | null => {
    if (all < leastLoads) return null;
    let sum = 0n;
    for (const { withinMs, loads } of inOrder) {
      sum += loads;
      if (sum * 100n >= all * percent) return withinMs;
    }
    return null;
  };
  return { loads: Number(all), p50: within(50n), p95: within(95n) };
}
