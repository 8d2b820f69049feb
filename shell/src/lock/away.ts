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
  const look = () => {
    clearTimeout(timer);
    if (minutes() === undefined) return;
    // By the clock: a phone that sleeps does not count.
    const left = usedAt + limitMs() - Date.now();
    if (left <= 0) onAway();
    else if (document.visibilityState === 'visible') timer = setTimeout(look, left);
  };
  const use = () => {
    const now = Date.now();
    if (minutes() === undefined || document.visibilityState !== 'visible' || now - usedAt < restMs) return;
    // A touch that comes too late opens nothing.
    if (now - usedAt < limitMs()) {
      usedAt = now;
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
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      look();
      if (!isLocked()) drawCurtain(false);
    } else if (minutes() !== undefined) {
      drawCurtain(true);
      if (minutes() === 0) onAway();
    }
  });
  return () => {
    usedAt = Date.now();
    look();
  };
}
