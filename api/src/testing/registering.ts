import { demoInvitation } from '../development/demo/team.ts';
import type { TestApplication } from './testApplication.ts';

/** A password that every rule accepts. */
export const goodPassword = 'plum-Kettle-94-orbit';

/** The newest code that was mailed to an address. @throws Error if there is none */
export async function mailedCode({ database }: TestApplication, email: string): Promise<string> {
  const [mail] = await database.sql<{ code: string }>(
    `SELECT params ->> 'code' AS code FROM outbox_mail
      WHERE recipient = $1 AND params ->> 'code' IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 1`,
    [email],
  );
  if (!mail) throw new Error(`no code was mailed to ${email}`);
  return mail.code;
}

/** Asks for a code and reads it from the outbox. */
export async function requestCode(app: TestApplication, email: string): Promise<string> {
  const sent = await app.visitor.post('/api/v1/email-codes', { purpose: 'register', email, language: 'en' });
  if (sent.status !== 202) throw new Error(`a code for ${email} was refused: ${sent.text}`);
  return mailedCode(app, email);
}

/** Proves an address, so that a registration with it needs no code. @returns the ticket */
export async function proveAddress(app: TestApplication, email: string): Promise<string> {
  const code = await requestCode(app, email);
  const answer = await app.visitor.post('/api/v1/email-codes/verification', { purpose: 'register', email, code });
  return String(answer.body.ticket);
}

/** A body that registers, once its address is proven by `emailCode` or `emailTicket`. */
export const registration = (overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  email: 'new@example.com',
  username: 'newmember',
  invitationCode: demoInvitation,
  side: 'left',
  password: goodPassword,
  passwordAgain: goodPassword,
  termsAccepted: true,
  language: 'en',
  ...overrides,
});
