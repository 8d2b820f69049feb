import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the device says that it has a network. `true` is no promise that the server can be reached. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
