import { useSyncExternalStore } from 'react';

let current: (() => void) | undefined;
const listeners = new Set<() => void>();

/** By the shell: what opens the way to the home screen; `undefined` where the product is there, or this browser has none. */
export function setInstall(open: (() => void) | undefined): void {
  current = open;
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opens the way to the home screen of this device; `undefined` where there is none, or the product is there already. */
export const useInstall = (): (() => void) | undefined => useSyncExternalStore(follow, () => current);
