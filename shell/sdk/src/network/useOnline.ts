import { useSyncExternalStore } from 'react';
import { isKeptPage } from './keptPage.ts';

/** The server has answered since the device last said that it has no network: then the device is wrong. */
let answered = false;
const listeners = new Set<() => void>();

/** To be called with every answer of the server. */
export function noteAnswer(): void {
  if (answered) return;
  answered = true;
  for (const listener of listeners) listener();
}

const lost = () => {
  answered = false;
};

function subscribe(listener: () => void): () => void {
  // The same one each time: it is heard once, and before those who then look.
  window.addEventListener('offline', lost);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  listeners.add(listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
    listeners.delete(listener);
  };
}

/**
 * Whether the device says that it has a network, or the server has answered in spite of it. A hint for the reader, never a
 * lock: `false` may be wrong, and `true` is no promise.
 */
export const useOnline = (): boolean =>
  useSyncExternalStore(subscribe, () => !isKeptPage() && (navigator.onLine || answered));
