import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { backgroundHeader } from '@trellis/api-contract';
import { operatorEventsPath } from '@trellis/api-contract/operator';
import { enrolled, loggedIn, type OpsClient, opsHost } from '../../testing/operators.ts';
import { audited } from '../../testing/records.ts';
import { newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let sue: OpsClient;
beforeAll(async () => {
  app = await startTestApplication();
  sue = await loggedIn(app, await enrolled(app, 'sue', ['support']));
});
afterAll(() => app.close());

const ask = (cookie: string | undefined): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { host: opsHost(app), ...(cookie !== undefined && { cookie }) };
    get(app.origin + operatorEventsPath, { headers }, resolve).on('error', reject);
  });

/** What an open console is shown, as `topic mark`; done when the stream ends. */
async function* listen(cookie: string | undefined): AsyncGenerator<string, void> {
  let text = '';
  for await (const part of await ask(cookie)) {
    text += String(part);
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, topic, mark] = /^event: (\w+)\ndata: \{"mark":"(.*)"\}$/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (topic !== undefined) yield `${topic} ${mark}`;
    }
  }
}

test('an open console is informed that something changed, and nothing of what; its stream ends with the session', async () => {
  const own = await loggedIn(app, await enrolled(app, 'olga', ['viewer']));
  const releases = await loggedIn(app, await enrolled(app, 'rita', ['releases']));
  const reported = listen(own.cookie);
  const first = new Set<string>();
  for (let topic = 0; topic < 7; topic++) first.add(String((await reported.next()).value).split(' ')[0] ?? '');
  expect([...first].sort()).toEqual([
    'approvals',
    'audit',
    'books',
    'deposits',
    'inquiries',
    'releases',
    'withdrawals',
  ]);
  const emma = await app.logIn('emma');
  const body = { type: 'deposit', text: 'Where is it?' };
  await emma.post('/api/v1/inquiries', body, { 'idempotency-key': newKey() });
  expect((await reported.next()).value).toMatch(/^inquiries [0-9 ]+$/);
  // Of the log, what was done and not who looked.
  await sue.get('/inquiries');
  await releases.post('/releases/team/off', { reason: 'wrong sums' });
  const next = [(await reported.next()).value, (await reported.next()).value].map((each) => String(each).split(' ')[0]);
  expect(next.sort()).toEqual(['audit', 'releases']);
  await own.send('DELETE', '/session');
  expect((await reported.next()).done).toBe(true);
  expect((await ask(own.cookie)).statusCode).toBe(401);
  expect((await ask((await app.logIn('hana')).cookie)).statusCode).toBe(401);
});

test('what a page reads by itself prolongs no session, and a look counts once in ten minutes', async () => {
  const background = { [backgroundHeader]: '1' };
  const accesses = async () => (await audited(app.database, { like: 'inquiry.list' })).length;
  const seen = async () => {
    const [row] = await app.database.sql<{ seen_at: Date }>(
      `SELECT max(s.seen_at) AS seen_at FROM operator_session s JOIN operator o ON o.id = s.operator_id WHERE o.name = 'sue'`,
    );
    return row?.seen_at.getTime();
  };
  // The first look is one, whoever asked.
  expect((await sue.send('GET', '/inquiries', undefined, background)).status).toBe(200);
  expect(await accesses()).toBe(1);
  const before = await seen();
  app.clock.advance(60_000);
  for (let again = 0; again < 3; again++)
    expect((await sue.send('GET', '/inquiries', undefined, background)).status).toBe(200);
  expect([await accesses(), await seen()]).toEqual([1, before]);
  // Narrowed to somebody, it is another look.
  for (let again = 0; again < 2; again++)
    expect((await sue.send('GET', '/inquiries?username=hana', undefined, background)).status).toBe(200);
  expect([await accesses(), await seen()]).toEqual([2, before]);
  // A stream that is opened, as after every broken connection, is no use either.
  (await ask(sue.cookie)).destroy();
  expect(await seen()).toBe(before);
  await sue.get('/inquiries');
  expect(await accesses()).toBe(3);
  expect(await seen()).not.toBe(before);
  // Fifteen minutes of nothing but live lists are silence.
  for (let minute = 0; minute < 16; minute++) {
    app.clock.advance(60_000);
    await sue.send('GET', '/inquiries', undefined, background);
  }
  expect((await sue.send('GET', '/inquiries', undefined, background)).problem.code).toBe('auth.session_required');
});

test('a change that says it is read in the background is logged as any other', async () => {
  const ruth = await loggedIn(app, await enrolled(app, 'ruth', ['support']));
  const background = { [backgroundHeader]: '1' };
  const end = () => ruth.send('POST', '/members/hana/sessions/end', { reason: 'a lost phone' }, background);
  expect([(await end()).status, (await end()).status]).toEqual([200, 200]);
  expect((await audited(app.database, { subject: 'hana', like: 'member.end_sessions' })).length).toBe(2);
});
