import { drawCurtain } from './curtain.ts';

const minuteMs = 60_000;
/** Who moves on and on is at the page once a second. */
const restMs = 1_000;

interface Away {
  /** After how many minutes away the page is locked; 0: at once; `undefined`: never. */
  readonly minutes: () => number | undefined;
  readonly isLocked: () => boolean;
  readonly onAway: () => void;
  /** Somebody is at the page. */
  readonly onUse?: () => void;
}

/**
 * Sees whether somebody is at the browser's pages, and draws a curtain over this one while it is hidden: what shows the pages that are
 * open shows nothing of it.
 * @returns to be called whenever `minutes` may say something else
 */
export function watchAway({ minutes, isLocked, onAway, onUse }: Away): () => void {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('away') : undefined;
  let usedAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** In front there is no "at once": somebody reads. */
  const limitMs = () => Math.max(minutes() ?? 0, 1) * minuteMs;
  // By the clock: a phone that sleeps does not count. Of one that was turned back nothing is known.
  const awayMs = () => Math.abs(Date.now() - usedAt);
  const look = () => {
    clearTimeout(timer);
    if (minutes() === undefined) return;
    const left = limitMs() - awayMs();
    if (left <= 0 || (minutes() === 0 && document.visibilityState === 'hidden')) onAway();
    else if (document.visibilityState === 'visible') timer = setTimeout(look, left);
  };
  const use = () => {
    if (minutes() === undefined || document.visibilityState !== 'visible' || awayMs() < restMs) return;
    // A touch that comes too late opens nothing.
    if (awayMs() < limitMs()) {
      usedAt = Date.now();
      channel?.postMessage('used');
      onUse?.();
    }
    look();
  };
  channel?.addEventListener('message', () => {
    usedAt = Date.now();
  });
  for (const kind of ['pointerdown', 'keydown', 'scroll', 'wheel', 'touchmove'])
    window.addEventListener(kind, use, { capture: true, passive: true });
  const turn = () => {
    if (document.visibilityState === 'hidden' && minutes() !== undefined) drawCurtain(true);
    look();
    if (document.visibilityState === 'visible' && !isLocked()) drawCurtain(false);
  };
  document.addEventListener('visibilitychange', turn);
  // Brought back from the browser's memory.
  window.addEventListener('pageshow', turn);
  return () => {
    usedAt = Date.now();
    look();
  };
}
