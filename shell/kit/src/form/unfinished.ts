const unfinished = new Set<() => boolean>();

/** Whether leaving now would lose something of the member's: entries in a form, or an act whose result is not known. */
export const isUnfinished = (): boolean => [...unfinished].some((holds) => holds());

/** Counts something as unfinished whenever `holds` says so, until the returned function is called. */
export function countUnfinished(holds: () => boolean): () => void {
  unfinished.add(holds);
  return () => void unfinished.delete(holds);
}
