import type { Context } from 'koa';

/**
 * What every answer says, unless its page or file says otherwise: keep nothing, run and frame nothing, guess no type, report
 * nobody where the reader was. What forgets to say something is closed.
 */
const closedHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Before anything else is done with a request. @param isSecure members and operators come over TLS */
export function setClosedHeaders(context: Context, isSecure: boolean): void {
  for (const [name, value] of Object.entries(closedHeaders)) context.set(name, value);
  // On refusals and files, too: whatever a browser asked for first, it comes back over TLS.
  if (isSecure) context.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
}
