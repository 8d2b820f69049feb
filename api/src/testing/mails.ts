import type { MailPriority } from '../platform/mail/mailKinds.ts';
import type { DeadLetter, NewMail, Outbox } from '../platform/mail/outbox.ts';
import type { TestDatabase } from './testDatabase.ts';

export interface TestMail {
  readonly recipient: string;
  readonly template: string;
  readonly language: string;
  readonly params: Readonly<Record<string, string>>;
}

/** What was mailed, oldest first: to an address, or by templates that fit a pattern of LIKE. */
export function mails(
  own: TestDatabase,
  { to, like = '%' }: { readonly to?: string; readonly like?: string },
): Promise<TestMail[]> {
  return own.sql<TestMail>(
    `SELECT recipient, template, language, params FROM outbox_mail
      WHERE ($1::text IS NULL OR recipient = $1) AND template LIKE $2 ORDER BY created_at, id`,
    [to ?? null, like],
  );
}

/** The templates of what was mailed to an address, oldest first. */
export const templatesTo = async (own: TestDatabase, to: string): Promise<string[]> =>
  (await mails(own, { to })).map(({ template }) => template);

/** The newest mail to an address. @throws Error if there is none */
export async function lastMail(own: TestDatabase, to: string, like = '%'): Promise<TestMail> {
  const mail = (await mails(own, { to, like })).at(-1);
  if (!mail) throw new Error(`nothing was mailed to ${to}`);
  return mail;
}

/** The token behind the link of the newest mail to an address. */
export const mailedToken = async (own: TestDatabase, to: string, like = '%'): Promise<string> =>
  (await lastMail(own, to, like)).params.link?.split('#')[1] ?? '';

/**
 * One try of the next due mail.
 * @returns false if none was due
 * @throws what `send` throws, once it is noted
 */
export async function sendNextMail(
  outbox: Outbox,
  send: (mail: NewMail) => Promise<void>,
  deadLetter: (dead: DeadLetter) => void = () => undefined,
  upTo: MailPriority = 2,
): Promise<boolean> {
  const [mail] = await outbox.claim(1, upTo);
  if (!mail) return false;
  const ended = await outbox.attempt(mail, send);
  (await outbox.note([ended])).forEach(deadLetter);
  if (ended.outcome === 'failed') throw ended.error;
  return true;
}
