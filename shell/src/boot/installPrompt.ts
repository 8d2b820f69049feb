/** How Chromium's browsers put a page on the home screen; in no standard, and so in no types. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let kept: InstallPrompt | undefined;
let changed = (): void => undefined;

/** The browser's offer comes once, mostly before anybody listens; unanswered it would become a bar of the browser's own. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallPrompt;
    changed();
  });
}

export const hasInstallPrompt = (): boolean => kept !== undefined;

/** Calls when the browser makes its offer, or has none any more. */
export function followInstallPrompt(listener: () => void): void {
  changed = listener;
}

/** Lets the browser ask, by a press of the member's. Its offer is good once: after a no it makes another some day. */
export async function showInstallPrompt(): Promise<void> {
  const prompt = kept;
  kept = undefined;
  changed();
  await prompt?.prompt();
}
