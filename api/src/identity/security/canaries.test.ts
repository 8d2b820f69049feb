import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { bindGoogle } from '../../testing/authenticator.ts';
import { goodPassword, proveAddress, registration } from '../../testing/registering.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** Secrets of one member's life, by what they are. Where any of them turns up that it does not belong, a test fails. */
const canaries = new Map<string, string>();

const cookieOf = ({ cookie }: Client, name: string): string =>
  new RegExp(`trellis-dev-${name}=([^;]*)`).exec(cookie)?.[1] ?? '';

/** Registers, binds, loses the password, logs in again and gets a mail about it; notes every secret on the way. */
async function live(app: TestApplication, mails: string[]): Promise<void> {
  const email = 'canary@example.com';
  const emailTicket = await proveAddress(app, email);
  canaries.set('ticket of the registration', emailTicket);
  const body = registration({ email, username: 'canary', emailTicket });
  const registered = await app.visitor.post('/api/v1/members', body);
  expect(registered.status).toBe(201);
  canaries.set('password', goodPassword);
  const member = app.visitor.after(registered);
  canaries.set('session', cookieOf(member, 'session'));
  canaries.set('device', cookieOf(member, 'device'));

  const phone = await bindGoogle(app, member, email, goodPassword);
  for (const [index, code] of phone.recoveryCodes.entries()) canaries.set(`recovery code ${index}`, code);
  const [kept] = await app.database.sql<{ secret: Buffer }>(
    `SELECT google_secret AS secret FROM member WHERE email = $1`,
    [email],
  );
  expect(kept?.secret.length).toBeGreaterThan(40);

  const purpose = 'resetPassword';
  await app.visitor.post('/api/v1/email-codes', { purpose, email, language: 'en' });
  const code = await arrived(mails, /to set a new password:\s+([0-9]{6})/);
  canaries.set('code of the new password', code);
  const answer = await app.visitor.post('/api/v1/email-codes/verification', { purpose, email, code });
  const ticket = String(answer.body.ticket);
  canaries.set('ticket of the new password', ticket);
  const browser = app.visitor.after(answer);
  await browser.get(`/setPassword/${ticket}`, { 'sec-fetch-dest': 'document' });
  const password = 'quartz-Meadow-52-lantern';
  canaries.set('new password', password);
  const set = { ticket, password, passwordAgain: password, code: phone.recoveryCodes[0] };
  expect((await browser.post('/api/v1/passwords', set)).status).toBe(200);
  const outsider = await app.visitor.post('/api/v1/session', {
    username: 'canary',
    password,
    code: phone.recoveryCodes[1],
  });
  expect(outsider.status).toBe(200);
  canaries.set('link that stops the account', await arrived(mails, /\/freeze#([A-Za-z0-9_-]{43})/));
}

/** Waits for a mail and reads what is in it. */
async function arrived(mails: readonly string[], pattern: RegExp): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    for (const mail of mails) {
      const match = pattern.exec(mail.replace(/=\r?\n/g, ''))?.[1];
      if (match !== undefined) return match;
    }
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`no mail with ${pattern}`);
}

/** Six digits also stand in digests and fractions of seconds by chance: a code is one that stands alone. */
const stands = (text: string, secret: string): boolean =>
  /^[0-9]{6}$/.test(secret) ? new RegExp(`(?<![\\w.])${secret}(?!\\w)`).test(text) : text.includes(secret);

const secretsIn = (text: string): string[] =>
  [...canaries].filter(([, secret]) => stands(text, secret)).map(([name]) => name);

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

test('no secret of a member is in the log, the database or a file, once the mails are sent', async () => {
  const mails: string[] = [];
  const sink = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (part: Buffer) => {
        text += part.toString();
      });
      stream.on('end', () => {
        mails.push(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const address = sink.server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const app = await startTestApplication({
    secondFactor: true,
    smtpUrl: `smtp://127.0.0.1:${port}`,
    logLevel: 'debug',
  });
  try {
    await live(app, mails);
    expect(canaries.size).toBe(18);
    expect([...canaries.values()].filter((secret) => secret.length < 6)).toEqual([]);
    for (let waiting = 1; waiting > 0; ) {
      const [row] = await app.database.sql<{ count: string }>('SELECT count(*) FROM outbox_mail WHERE sent_at IS NULL');
      waiting = Number(row?.count);
    }
    const tables = await app.database.sql<{ name: string }>(
      `SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(30);
    for (const { name } of tables) {
      const rows = await app.database.sql<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      expect([name, secretsIn(rows.map(({ row }) => row).join('\n'))]).toEqual([name, []]);
    }
    for (const file of filesUnder(app.dataDir))
      expect([file, secretsIn(readFileSync(file, 'latin1'))]).toEqual([file, []]);
    // The search itself finds what is there.
    expect(secretsIn(mails.join('\n').replace(/=\r?\n/g, ''))).toContain('code of the new password');
    const log = filesUnder(app.dataDir).find((file) => file.endsWith('trellis.log'));
    expect(readFileSync(log ?? '', 'utf8')).toContain('/setPassword/…');
  } finally {
    await app.close();
    sink.close();
  }
});
