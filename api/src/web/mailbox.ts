import type { Middleware } from 'koa';
import type { Config } from '../config.ts';
import type { RequestState } from '../http/pipeline.ts';
import { AppError } from '../http/problem.ts';
import type { Outbox, OutboxMail } from '../mail/outbox.ts';
import { writeMail } from '../mail/templates.ts';
import { escapeHtml } from './html.ts';

const shown = 50;
const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * The development mailbox: every mail the product would send, at `/dev/mail` and `/dev/mail.json?to=`. Loopback only.
 * Production does not have these pages at all.
 */
export function serveMailbox(config: Config, outbox: Outbox): Middleware<RequestState> {
  if (config.production) return (_context, next) => next();
  return async (context, next) => {
    if (context.path !== '/dev/mail' && context.path !== '/dev/mail.json') return next();
    if (!loopback.has(context.req.socket.remoteAddress ?? '')) throw new AppError('request.not_found');
    const { to } = context.query;
    const mails = await outbox.newest(typeof to === 'string' ? to : undefined, shown);
    const written = mails.map((mail) => present(mail, config));
    context.set('Cache-Control', 'no-store');
    context.set('X-Content-Type-Options', 'nosniff');
    context.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    if (context.path === '/dev/mail.json') {
      context.type = 'application/json';
      context.body = JSON.stringify(written);
    } else {
      context.type = 'text/html; charset=utf-8';
      context.body = page(written);
    }
  };
}

interface WrittenMail {
  readonly to: string;
  readonly at: string;
  readonly subject: string;
  readonly text: string;
  /** The code, for tests and for pasting. */
  readonly code: string | undefined;
}

function present(mail: OutboxMail, { productName, publicOrigin }: Config): WrittenMail {
  const { subject, text } = writeMail(mail.template, mail.language, { productName, publicOrigin, params: mail.params });
  return { to: mail.recipient, at: mail.createdAt.toISOString(), subject, text, code: mail.params.code };
}

function page(mails: readonly WrittenMail[]): string {
  const items = mails.map(
    ({ to, at, subject, text }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}, ${escapeHtml(at)}</p><pre>${linked(text)}</pre></article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Development mailbox</title><style>body{font:16px/1.5 system-ui;max-width:40rem;margin:0 auto;padding:1rem;color-scheme:light dark}pre{white-space:pre-wrap;overflow-wrap:anywhere}article{border-top:1px solid gray}</style></head>
<body><h1>Development mailbox</h1><p>The newest ${shown} mails. Nothing was sent anywhere; reload for new ones.</p>${items.join('') || '<p>No mail yet.</p>'}</body></html>`;
}

const linked = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s。]+/g, (url) => `<a href="${url}">${url}</a>`);
