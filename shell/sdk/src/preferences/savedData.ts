import { useSyncExternalStore } from 'react';

let current: (() => Promise<void>) | undefined;
const listeners = new Set<() => void>();

/** By the shell: what removes the member's data that this device keeps for starts without a network; `undefined` where it keeps none. */
export function setRemoveSaved(remove: (() => Promise<void>) | undefined): void {
  current = remove;
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Removes what this device keeps of the member, until the next log-in; rejects where it could not. `undefined`: there is nothing. */
export const useRemoveSaved = (): (() => Promise<void>) | undefined => useSyncExternalStore(follow, () => current);
