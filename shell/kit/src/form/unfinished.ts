const unfinished = new Set<() => boolean>();
const listeners = new Set<() => void>();

/** Whether leaving now would lose something of the member's: entries in a form, or an act whose result is not known. */
export const isUnfinished = (): boolean => [...unfinished].some((holds) => holds());

/** Counts something as unfinished whenever `holds` says so, until the returned function is called. */
export function countUnfinished(holds: () => boolean): () => void {
  unfinished.add(holds);
  return () => void unfinished.delete(holds);
}

/** Says that what holds something may have changed in another way than by the member's hand. */
export function unfinishedChanged(): void {
  for (const listener of listeners) listener();
}

/** Calls whenever it may have changed: also whenever something is typed or chosen. @returns to stop */
export function followUnfinished(listener: () => void): () => void {
  listeners.add(listener);
  document.addEventListener('input', listener);
  return () => {
    listeners.delete(listener);
    document.removeEventListener('input', listener);
  };
}
