import { useSyncExternalStore } from 'react';

/** Where screens get their second column, as in the stylesheet. */
const wide = '(min-width: 1100px)';

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

const never = () => () => undefined;

/**
 * Whether there is room for a second column: what a feature shows there, and elsewhere on a phone, is shown once. A screen
 * that has none (`wanted`) does not look.
 */
export const useSecondColumn = (wanted: boolean): boolean =>
  useSyncExternalStore(wanted ? subscribe : never, () => wanted && window.matchMedia(wide).matches);
