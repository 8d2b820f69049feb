import { useSyncExternalStore } from 'react';

/** From where on the console has its rail and bar, and a list its panel; as in the stylesheets. */
const windows = { frame: '(min-width: 1024px)', panel: '(min-width: 1280px)' } as const;

/** Where nothing can be measured, as in tests of parts, a window counts as narrow. */
const listOf = (wanted: keyof typeof windows): MediaQueryList | undefined => window.matchMedia?.(windows[wanted]);

const subscribeTo = (wanted: keyof typeof windows) => (changed: () => void) => {
  const list = listOf(wanted);
  list?.addEventListener('change', changed);
  return () => list?.removeEventListener('change', changed);
};
const subscribeToFrame = subscribeTo('frame');
const subscribeToPanel = subscribeTo('panel');

/** Whether there is room for the rail and the bar of the workspace. */
export const useFrame = (): boolean => useSyncExternalStore(subscribeToFrame, () => listOf('frame')?.matches === true);

/** Whether what is chosen in a list fits alongside it: not where the reader has made texts much larger. */
export const usePanel = (): boolean =>
  useSyncExternalStore(
    subscribeToPanel,
    () => listOf('panel')?.matches === true && Number(document.documentElement.dataset.textScale ?? 1) <= 1.3,
  );
