import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { ShellRouter } from './shellRouter.ts';

const storageKey = 'scroll';
const positions: Record<string, number> = read();

/**
 * Remembers how far each entry of the tab's history was scrolled, also over a reload. The router's own component does
 * the same with more code, for options and a rendering on a server that we do not have.
 */
export function rememberScroll(router: ShellRouter): void {
  window.history.scrollRestoration = 'manual';
  router.enableScrollRestoration(positions, () => window.scrollY);
  window.addEventListener('pagehide', () => {
    const { location, navigation } = router.state;
    // During a navigation the skeleton is on the page, and the router has remembered the screen before it.
    if (navigation.state === 'idle') positions[location.key] = window.scrollY;
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(positions));
    } catch {
      // Without storage a reload begins at the top.
    }
  });
}

/** Scrolls a screen that has just been drawn: to where it was, to the address's anchor, or to the top. */
export function useRememberedScroll(): void {
  const { key, hash } = useLocation();
  useLayoutEffect(() => {
    const anchor = positions[key] === undefined && hash !== '' ? document.getElementById(hash.slice(1)) : null;
    if (anchor) anchor.scrollIntoView();
    else window.scrollTo(0, positions[key] ?? 0);
  }, [key, hash]);
}

function read(): Record<string, number> {
  try {
    // Whoever wrote it, also if that is no object.
    return { ...JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') };
  } catch {
    return {};
  }
}
