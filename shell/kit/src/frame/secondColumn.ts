import { useSyncExternalStore } from 'react';

/** Where screens get their second column, as in the stylesheet. */
const wide = '(min-width: 768px)';

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

const never = () => () => undefined;

/** Whether there is room for a second column. A screen that has none (`asked`) does not look. */
export const useSecondColumn = (wanted: boolean): boolean =>
  useSyncExternalStore(wanted ? subscribe : never, () => wanted && window.matchMedia(wide).matches);
