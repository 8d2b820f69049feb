import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import type { RequestState } from '../../platform/http/requestState.ts';

/** Where operators stop payouts and features and roll back while the console itself does not load. */
export const emergencyPath = '/emergency';

const policy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `object-src 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
  `require-trusted-types-for 'script'`,
  `trusted-types 'none'`,
].join('; ');

/** The page is whole in these files of the API's own: no feature, no release and no build has a part in it. */
const files = {
  [emergencyPath]: { file: 'page.html', type: 'text/html; charset=utf-8' },
  [`${emergencyPath}/page.js`]: { file: 'page.js', type: 'text/javascript; charset=utf-8' },
  [`${emergencyPath}/page.css`]: { file: 'page.css', type: 'text/css; charset=utf-8' },
} as const;

/** Serves the page; it calls the operators' endpoints as the console does, and so whatever holds there holds here. */
export function serveEmergency(): Middleware<RequestState> {
  // Read at the start: what is missing stops that, and not whoever needs it in an incident.
  const bodies = new Map(
    Object.entries(files).map(([path, { file, type }]) => [
      path,
      { type, body: readFileSync(join(import.meta.dirname, file), 'utf8') },
    ]),
  );
  return async (context, next) => {
    const body = bodies.get(context.path);
    if (!body || !['GET', 'HEAD'].includes(context.method)) return next();
    context.set('Content-Security-Policy', policy);
    context.set('Cache-Control', 'no-store');
    context.type = body.type;
    context.body = body.body;
  };
}
