const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('appLock') : undefined;

/** Says to the browser's other pages that the app lock was turned on or off. */
export const notifyAppLock = (): void => channel?.postMessage('changed');

export const followAppLock = (changed: () => void): void => channel?.addEventListener('message', changed);
