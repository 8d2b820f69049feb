/**
 * A fresh key for one act of the member (128 random bits, base64url). Made when the confirm sheet opens and kept for
 * every retry of the same act. `crypto.randomUUID` is absent on a plain-http address; `getRandomValues` is not.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
