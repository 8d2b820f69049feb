const listeners = new Set<() => void>();

/** Says that money has done what a member wanted: the result is on the screen. */
export function doneWithMoney(): void {
  for (const listener of listeners) listener();
}

/** Calls whenever a result with money appears. @returns to stop */
export function followDone(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
