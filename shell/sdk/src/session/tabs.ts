import { store } from '../store.ts';
import { nameOf, sessionEnded, sessionTaken } from './session.ts';

/** Between the tabs of a browser: who has just logged in, by name, or `null` that somebody has logged out. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('session') : undefined;

/** Who is logged in on this page, by name. */
export function userName(): string | undefined {
  const { user } = store.getState().session;
  return user ? nameOf(user) : undefined;
}

/** Notifies the other tabs who uses this browser now. */
export function notifyTabs(name: string | null = userName() ?? null): void {
  channel?.postMessage(name);
}

/**
 * Listens to the other tabs: what is somebody else's by then is covered at once, also where no call is made. A browser
 * without the means is reported by the next call.
 */
export function listenToTabs(): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
    const own = userName();
    if (own === undefined || data === own) return;
    store.dispatch(data === null ? sessionEnded() : sessionTaken(data));
  });
}
