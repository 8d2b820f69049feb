export const longestRetryMs = 5 * 60_000;
/** So that what failed together does not come again together. */
const spread = 0.25;

/**
 * How long to wait after so many failures in a row: the first retry after the pause, then twice as long each time, at
 * most five minutes; up to a quarter less, by chance.
 * @param random from 0 to 1
 */
export function backoffMs(failures: number, pauseMs: number, random = Math.random()): number {
  const wholeMs = Math.min(pauseMs * 2 ** Math.min(failures - 1, 32), longestRetryMs);
  return Math.ceil(wholeMs * (1 - spread * random));
}
