/** How far the product's time is ahead of this device's. */
let aheadMs = 0;

/** Called with each answer that says what time it is. Its way here is not counted: this is for hours, not for seconds. */
export function noteProductTime(now: string): void {
  aheadMs = Date.parse(now) - Date.now();
}

/**
 * The product's time in milliseconds since 1970, for whatever is reported by how long it lasts or how long ago it was: the
 * clock of a phone may be wrong, and in development the product's is put forward.
 */
export const productNow = (): number => Date.now() + aheadMs;
