/** When this page last did what prolongs a session, in milliseconds of the device: the document itself came by such a call. */
let lastAt = Date.now();
const listeners = new Set<() => void>();

/** Reported of each call that somebody made, once it is answered. @param sentAt in milliseconds of the device */
export function noteSessionUse(sentAt: number): void {
  lastAt = Math.max(lastAt, sentAt);
  for (const listener of listeners) listener();
}

/** How a page that ends after silence knows of its own: no call of the page's by itself counts. */
export const sessionUse = {
  lastAt: (): number => lastAt,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
