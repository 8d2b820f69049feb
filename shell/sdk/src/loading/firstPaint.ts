/** When the page last came in sight or went out of it, as `performance.now()` has it. */
let sightChangedAt = -1;
document.addEventListener('visibilitychange', () => {
  sightChangedAt = performance.now();
});

let pageMs: number | undefined;

/**
 * Reports how long it took from the beginning of a load (`performance.now()` when its first file was asked for) until the first
 * frame after its screen was put on the page, which is when this is to be called. What came out of a cache, or was on its way
 * already, counts as quickly as it was there.
 * @param report with milliseconds; with nothing where the page was out of sight meanwhile, and no frames were made
 */
export function untilPainted(since: number, report: (milliseconds?: number) => void): void {
  const reported = () => {
    const now = performance.now();
    if (sightChangedAt < 0) pageMs ??= now;
    report(sightChangedAt < since ? now - since : undefined);
  };
  // A callback comes before its frame is made, the task after it when that has been done.
  if (document.hidden) report();
  else requestAnimationFrame(() => setTimeout(reported));
}

/** The same for the page as a whole, since its navigation began: until its first screen. */
export const pagePaintedMs = (): number | undefined => pageMs;
