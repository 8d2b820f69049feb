import type { Middleware } from 'koa';
import { generateSync } from 'otplib';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { RequestState } from '../http/pipeline.ts';
import { AppError } from '../http/problem.ts';
import type { SecretBox } from '../modules/security/secretBox.ts';
import { escapeHtml } from './html.ts';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const stepSeconds = 30;

interface PhoneRow {
  readonly id: string;
  readonly username: string;
  readonly secret: Buffer;
  readonly key: string;
}

/**
 * The development phone: the code of this moment of everybody who binds or has bound an authenticator, at
 * `/dev/authenticator`, for whoever tries the product without a phone at hand. Loopback only. Production does not have
 * this page at all.
 */
export function serveAuthenticator(
  config: Config,
  parts: { database: Database; clock: Clock; secrets: SecretBox },
): Middleware<RequestState> {
  if (config.production) return (_context, next) => next();
  const { database, clock, secrets } = parts;
  return async (context, next) => {
    if (context.path !== '/dev/authenticator') return next();
    if (!loopback.has(context.req.socket.remoteAddress ?? '')) throw new AppError('request.not_found');
    const rows = await database.query<PhoneRow>(
      `SELECT id, username, google_secret AS secret, google_key AS key FROM member WHERE google_secret IS NOT NULL
       UNION ALL SELECT m.id, m.username, b.secret, b.key FROM google_binding b JOIN member m ON m.id = b.member_id
        WHERE m.google_secret IS NULL ORDER BY username LIMIT 100`,
    );
    const epoch = Math.floor(clock.now().getTime() / 1000);
    const lines = rows.map(({ id, username, secret, key }) => {
      const code = generateSync({
        secret: secrets.open({ sealed: secret, keyId: key }, id),
        epoch,
        period: stepSeconds,
      });
      return `<tr><td>${escapeHtml(username)}</td><td><strong>${code}</strong></td></tr>`;
    });
    context.set('Cache-Control', 'no-store');
    context.set('X-Content-Type-Options', 'nosniff');
    context.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    context.type = 'text/html; charset=utf-8';
    context.body = page(lines, stepSeconds - (epoch % stepSeconds));
  };
}

function page(lines: readonly string[], secondsLeft: number): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${secondsLeft}"><title>Development authenticator</title><style>body{font:16px/1.5 system-ui;max-width:40rem;margin:0 auto;padding:1rem;color-scheme:light dark}td{padding:.25rem 1rem .25rem 0}strong{font-size:1.5rem;letter-spacing:.1em}</style></head>
<body><h1>Development authenticator</h1><p>Codes of this moment; each works once. The next come in ${secondsLeft} seconds.</p>${
    lines.length > 0 ? `<table>${lines.join('')}</table>` : '<p>Nobody binds an authenticator yet.</p>'
  }</body></html>`;
}
