import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { events } from '../../governance/notifications/events.ts';
import { Database } from '../../platform/db/database.ts';
import { sendableUntil } from '../../platform/mail/mailKinds.ts';
import { Outbox } from '../../platform/mail/outbox.ts';
import type { MailTemplate } from '../../platform/mail/templates.ts';
import { sendNextMail } from '../../testing/mails.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { ops } from '../../testing/ops.ts';
import { audited } from '../../testing/records.ts';
import { requestCode } from '../../testing/registering.ts';
import { newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let database: Database;
let support: OpsClient;
beforeAll(async () => {
  app = await startTestApplication();
  database = new Database({ url: app.database.url, poolSize: 4 });
  support = await loggedIn(app, await enrolled(app, 'sue', ['support']));
});
afterAll(async () => {
  await database.close();
  await app.close();
});
beforeEach(async () => {
  await app.database.sql('DELETE FROM outbox_mail');
  await app.database.sql(`DELETE FROM job WHERE name LIKE 'test %'`);
});

/** Makes a mail a dead letter. @returns its id */
async function deadMail(recipient: string, template: MailTemplate, params: object | null = {}): Promise<string> {
  const id = randomUUID();
  await app.database.sql(
    `INSERT INTO outbox_mail (id, recipient, template, language, params, created_at, attempts, due_at, dead_at, last_error)
     VALUES ($1, $2, $3, 'en', $4, now() - interval '7 hours', 13, 'infinity', now(), 'ETIMEDOUT')`,
    [id, recipient, template, params === null ? null : JSON.stringify(params)],
  );
  return id;
}
interface Overview {
  readonly jobs: readonly { readonly name: string; readonly state: string }[];
  readonly queues: readonly { readonly job: string; readonly waiting: number; readonly oldestAt: string | null }[];
  readonly deadMails: number;
}
const overview = async () => (await support.get('/jobs')).body as unknown as Overview;

describe('the overview of jobs', () => {
  test('has every job of the process, which runs', async () => {
    const wanted = [
      'team roll-up',
      'seal',
      'transfer notices',
      'terms notices',
      'factor resets',
      'verification',
      'release watch',
      'old release loads',
      'forgetting',
    ];
    // The test's own time is the limit.
    let running = new Set<string>();
    while (!wanted.every((name) => running.has(name)))
      running = new Set((await overview()).jobs.filter(({ state }) => state === 'running').map(({ name }) => name));
  });

  test('says what fails, since when, why in one word and when it is tried again; and what nobody runs', async () => {
    await app.database.sql(
      `INSERT INTO job (name, last_done_at, last_failed_at, failing_since, failures, next_try_at, last_error) VALUES
         ('test failing', now() - interval '1 hour', now(), now() - interval '50 minutes', 14, now() + interval '5 minutes', 'ETIMEDOUT'),
         ('test silent', now() - interval '11 minutes', NULL, NULL, 0, NULL, NULL),
         ('test gone', now() - interval '1 hour', now() - interval '50 minutes', now() - interval '55 minutes', 3, now() - interval '49 minutes', '40001'),
         ('test scheduled', now() - interval '50 minutes', NULL, NULL, 0, now() + interval '10 minutes', NULL),
         ('test of last year', now() - interval '31 days', NULL, NULL, 0, NULL, NULL)`,
    );
    const ours = (await overview()).jobs.filter(({ name }) => name.startsWith('test '));
    expect(ours.map(({ name, state }) => `${name}: ${state}`)).toEqual([
      'test failing: failing',
      'test gone: silent',
      'test scheduled: running',
      'test silent: silent',
    ]);
    expect(ours[0]).toMatchObject({
      failures: 14,
      lastError: 'ETIMEDOUT',
      failingSince: expect.any(String),
      nextTryAt: expect.any(String),
    });
  });

  test('says what waits, since when, and how many mails were a dead letter', async () => {
    const outbox = new Outbox(database, app.clock);
    for (const recipient of ['a@example.com', 'b@example.com'])
      await outbox.add({ recipient, template: 'passwordReset', language: 'en', params: {} });
    await app.database.sql(`UPDATE outbox_mail SET created_at = '2026-01-02T03:04:05Z' WHERE recipient LIKE 'b%'`);
    await deadMail('c@example.com', 'passwordReset');
    const { queues, deadMails } = await overview();
    expect(queues.map(({ job }) => job)).toEqual([
      'mail',
      'push',
      'transfer notices',
      'terms notices',
      'factor resets',
      'seal',
    ]);
    expect(queues[0]).toEqual({ job: 'mail', waiting: 2, oldestAt: '2026-01-02T03:04:05.000Z' });
    expect(queues[4]).toEqual({ job: 'factor resets', waiting: 0, oldestAt: null });
    expect(deadMails).toBe(1);
  });

  test('counts what the ledger holds for notices and seals', async () => {
    const demo = await app.logIn('demo');
    const body = { recipient: 'demoleft', amount: '1.00', unit: 'USD' };
    const sent = await demo.post('/api/v1/transfers', body, { 'idempotency-key': newKey() });
    expect(sent.status).toBe(201);
    const sealed = (subject: Overview) => subject.queues.find(({ job }) => job === 'seal')?.waiting ?? 0;
    const [{ count } = { count: 0 }] = await app.database.sql<{ count: number }>(
      `SELECT count(*)::integer AS count FROM journal WHERE recorded_at >= (SELECT coalesce(max(up_to), '-infinity') FROM journal_seal)`,
    );
    expect(count).toBeGreaterThan(0);
    expect(sealed(await overview())).toBe(count);
  });

  test('is a command, too', async () => {
    expect(await ops(app, 'listJobs')).toMatchObject({ jobs: expect.any(Array), deadMails: 0 });
  });
});

describe('dead letters', () => {
  test('are listed without what they say, addresses not whole, and the look is in the audit log', async () => {
    await deadMail('hana@example.com', 'passwordReset', { until: 'a canary' });
    await deadMail('ren@example.com', 'newDevice', null);
    const { body, text } = await support.get('/dead-mails');
    expect(body.mails).toHaveLength(2);
    expect(text).not.toMatch(/canary|hana|ren@/);
    expect(body.mails).toContainEqual({
      id: expect.any(String),
      recipient: 'h***@example.com',
      template: 'passwordReset',
      createdAt: expect.any(String),
      deadAt: expect.any(String),
      tries: 13,
      error: 'ETIMEDOUT',
      sendable: true,
    });
    expect((await audited(app.database, { like: 'mail.list_dead' })).at(-1)).toMatchObject({
      actor: 'operator:sue',
      after: { mails: 2 },
    });
  });

  test('are sent again once, with the reason in the audit log', async () => {
    const id = await deadMail('hana@example.com', 'passwordReset');
    const again = () => support.post(`/dead-mails/${id}/send`, { reason: 'the mail server is back' });
    const answers = await Promise.all([again(), again()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await audited(app.database, { subject: id })).toMatchObject([
      { actor: 'operator:sue', action: 'mail.send_again', reason: 'the mail server is back' },
    ]);
    const sent: string[] = [];
    const outbox = new Outbox(database, app.clock);
    expect(await sendNextMail(outbox, async ({ recipient }) => void sent.push(recipient))).toBe(true);
    expect(sent).toEqual(['hana@example.com']);
  });

  test('whose code or link is not kept cannot be sent again, only dropped', async () => {
    const id = await deadMail('hana@example.com', 'resetCode', null);
    const refused = await support.post(`/dead-mails/${id}/send`, { reason: 'she asks for it' });
    expect(refused.problem).toMatchObject({ status: 409, code: 'mail.gone' });
    expect((await support.post(`/dead-mails/${id}/drop`, { reason: 'too old' })).status).toBe(200);
    expect((await support.post(`/dead-mails/${id}/drop`, { reason: 'again' })).status).toBe(404);
    expect((await overview()).deadMails).toBe(0);
    expect((await audited(app.database, { subject: id })).map(({ action }) => action)).toEqual(['mail.drop']);
  });

  test('that wait or were sent are none of these', async () => {
    const outbox = new Outbox(database, app.clock);
    await outbox.add({ recipient: 'a@example.com', template: 'passwordReset', language: 'en', params: {} });
    const [mail] = await app.database.sql<{ id: string }>('SELECT id FROM outbox_mail');
    for (const way of ['send', 'drop'])
      expect((await support.post(`/dead-mails/${mail?.id}/${way}`, { reason: 'try' })).status).toBe(404);
    expect(await app.database.sql('SELECT 1 FROM outbox_mail WHERE params IS NOT NULL')).toHaveLength(1);
  });
});

describe('a mail with a code', () => {
  test('may be sent exactly as long as the code is good', async () => {
    await requestCode(app, 'late@example.com');
    const [code] = await app.database.sql<{ at: Date; until: Date }>(
      `SELECT m.created_at AS at, c.expires_at AS until FROM outbox_mail m JOIN mailed_code c ON c.email_key = m.recipient`,
    );
    const until = sendableUntil('registerCode', code?.at ?? new Date(0))?.getTime() ?? 0;
    expect(Math.round((until - (code?.until.getTime() ?? 0)) / 60_000)).toBe(0);
  });

  test('is known as one, whatever it is for', () => {
    for (const entry of Object.values(events))
      if ('mail' in entry)
        expect([entry.mail, sendableUntil(entry.mail, new Date()) !== undefined]).toEqual([
          entry.mail,
          'code' in entry.params,
        ]);
  });
});
