/**
 * One deadline over all that one visit to a feature has to load: entry, chunks, texts and styles together.
 *
 * The chunk loaders of every build ask `globalThis.trellisDeadlineMs(owner)` for what is left of it, because they are
 * other programs than this one and start before they could import it.
 */
declare global {
  var trellisDeadlineMs: ((owner: string) => number) | undefined;
}

let limitMs = 120_000;
const startedAt = new Map<string, number>();

/** Sets the deadline of every load that begins from now on, and offers it to the chunk loaders. */
export function setLoadDeadline(milliseconds: number): void {
  limitMs = milliseconds;
  globalThis.trellisDeadlineMs = millisecondsLeft;
}

/** Begins a load of `owner` (a feature or the shell), unless one is running and still in time. */
export function beginLoad(owner: string): void {
  if (millisecondsLeft(owner) === 0 || !startedAt.has(owner)) startedAt.set(owner, performance.now());
}

/** Ends a load, well or badly: the next one has the whole deadline again. @returns its milliseconds, 0 if none ran */
export function endLoad(owner: string): number {
  const now = performance.now();
  const started = startedAt.get(owner) ?? now;
  startedAt.delete(owner);
  return now - started;
}

/** What the running load of `owner` has left; the whole deadline when none runs. */
export function millisecondsLeft(owner: string): number {
  const started = startedAt.get(owner);
  return started === undefined ? limitMs : Math.max(0, started + limitMs - performance.now());
}

/** The whole deadline, for the sentence that says how long we waited. */
export const loadLimitSeconds = (): number => Math.round(limitMs / 1_000);
