import type { Middleware } from 'koa';
import type { Config } from '../../ground/config.ts';
import { escapeHtml } from '../../ground/html.ts';
import type { RequestState } from '../../platform/http/requestState.ts';
import type { Outbox, OutboxMail } from '../../platform/mail/outbox.ts';
import { writeMail } from '../../platform/mail/templates.ts';
import { serveDevelopmentPage } from './developmentPage.ts';

const shown = 50;

/**
 * The development mailbox: every mail the product would send, at `/dev/mail` and `/dev/mail.json?to=`. Loopback only.
 * Production does not have these pages at all.
 */
export function serveMailbox(config: Config, outbox: Outbox): Middleware<RequestState> {
  if (config.production) return (_context, next) => next();
  return serveDevelopmentPage({
    path: '/dev/mail',
    title: 'Development mailbox',
    async show({ to }) {
      const mails = await outbox.newest(typeof to === 'string' ? to : undefined, shown);
      const written = mails.map((mail) => present(mail, config));
      return { json: written, html: listOf(written) };
    },
  });
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

function listOf(mails: readonly WrittenMail[]): string {
  const items = mails.map(
    ({ to, at, subject, text }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}, ${escapeHtml(at)}</p><pre>${linked(text)}</pre></article>`,
  );
  return `<p>The newest ${shown} mails. Nothing was sent anywhere; reload for new ones.</p>${items.join('') || '<p>No mail yet.</p>'}`;
}

const linked = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s。]+/g, (url) => `<a href="${url}">${url}</a>`);
