import { useSyncExternalStore } from 'react';

/** What an on-screen keyboard takes at least; browser bars that come and go take less. */
const leastKeyboardHeightPx = 150;

function subscribe(listener: () => void): () => void {
  window.visualViewport?.addEventListener('resize', listener);
  return () => window.visualViewport?.removeEventListener('resize', listener);
}

/** A keyboard makes the visible part smaller than the page; zooming in does too, but scales it by the same factor. */
function isOpen(): boolean {
  const viewport = window.visualViewport;
  if (!viewport) return false;
  return window.innerHeight - viewport.height * viewport.scale > leastKeyboardHeightPx;
}

/** Whether the on-screen keyboard is open. */
export const useKeyboardOpen = (): boolean => useSyncExternalStore(subscribe, isOpen);
