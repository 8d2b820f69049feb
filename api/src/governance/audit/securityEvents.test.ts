import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { operatorRoles } from '@trellis/api-contract/operator';
import { demoPassword } from '../../development/demo/team.ts';
import { bindGoogle } from '../../testing/authenticator.ts';
import { codeOf, enrolled, loggedIn, OpsClient, otherCode, toNextStep } from '../../testing/operators.ts';
import { goodPassword } from '../../testing/registering.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.sql('TRUNCATE security_event');
});

interface Row {
  readonly event: string;
  readonly outcome: string;
  readonly whose: string | null;
  readonly network: string;
}
const rows = async (): Promise<string[]> =>
  (
    await app.database.sql<Row>(
      `SELECT event, outcome, coalesce(m.username, o.name) AS whose, network FROM security_event e
         LEFT JOIN member m ON m.id = e.member_id LEFT JOIN operator o ON o.id = e.operator_id ORDER BY e.id`,
    )
  ).map(({ event, outcome, whose, network }) => `${event} ${outcome} ${whose} ${network}`);
const logIn = (username: string, password: string) => app.visitor.post('/api/v1/session', { username, password });

test('log-ins are kept, done or refused, with whose they are and from where; what was typed is not', async () => {
  await logIn('Hana', 'not-the-Password-1');
  await logIn('hana', demoPassword);
  await logIn('my-secret-Password', 'x');
  await app.visitor.post('/api/v1/session', { username: 7 });
  expect(await rows()).toEqual([
    'logIn auth.password_incorrect hana 127.0.0.1',
    'logIn done hana 127.0.0.1',
    'logIn auth.username_unknown null 127.0.0.1',
  ]);
  expect(JSON.stringify(await app.database.sql('SELECT * FROM security_event'))).not.toContain('secret');
});

test('so are changes of what protects an account, and wrong proofs of what moves money', async () => {
  const yuna = await app.logIn('yuna');
  const phone = await bindGoogle(app, yuna, 'yuna@example.com');
  await yuna.transfer('demo', '5', undefined, '000000');
  await yuna.transfer('demo', '5', undefined, phone.code());
  await yuna.transfer('demo', '999999', undefined, phone.code());
  const entries = { password: goodPassword, passwordAgain: goodPassword };
  await yuna.post('/api/v1/security/password', { oldPassword: 'not-the-Password-1', ...entries, code: phone.code() });
  await yuna.post('/api/v1/security/password', { oldPassword: demoPassword, ...entries, code: phone.code() });
  await app.visitor.post('/api/v1/account-freezes', { token: 'x'.repeat(43) });
  expect((await rows()).map((row) => row.replace(/ 127.*/, ''))).toEqual([
    'logIn done yuna',
    'startGoogleBinding done yuna',
    'confirmGoogleBinding done yuna',
    'finishGoogleBinding done yuna',
    'createTransfer twofactor.incorrect yuna',
    'changePassword member.old_password_incorrect yuna',
    'changePassword done yuna',
    'freezeAccount code.invalid_or_expired null',
  ]);
});

test('so is whatever operators are refused, and only auditors and admins read it, which leaves a trace', async () => {
  const ann = await enrolled(app, 'ann', ['auditor', 'reviewer']);
  const bob = await loggedIn(app, await enrolled(app, 'bob', ['support']));
  await app.database.sql('TRUNCATE security_event');
  toNextStep(app);
  const wrong = { name: 'ann', password: goodPassword, code: otherCode(codeOf(app, ann.secret)) };
  await new OpsClient(app).post('/session', wrong);
  const auditor = await loggedIn(app, ann);
  await auditor.post('/withdrawals/00000000-0000-4000-8000-000000000000/approve', {
    reason: 'looks right',
    revision: 1,
  });
  await bob.post('/withdrawals/00000000-0000-4000-8000-000000000000/approve', { reason: 'let me' });
  await bob.get('/security-events');
  const { events } = (await auditor.get('/security-events?limit=10')).body as { events: Record<string, unknown>[] };
  expect(events.map(({ event, outcome, operator }) => [event, outcome, operator])).toEqual([
    ['listSecurityEvents', 'auth.forbidden', 'bob'],
    ['approveWithdrawal', 'auth.forbidden', 'bob'],
    ['approveWithdrawal', expect.stringMatching(/not_found|unknown|request/), 'ann'],
    ['logIn', 'done', 'ann'],
    ['logIn', 'auth.credentials_invalid', 'ann'],
  ]);
  const anns = (await auditor.get('/security-events?operator=ann&limit=2')).body;
  expect((anns.events as unknown[]).length).toBe(2);
  expect(anns.next).toEqual(expect.any(String));
  expect((await auditor.get('/security-events?operator=ann&username=hana')).status).toBe(400);
  const [entry] = await app.database.sql(
    `SELECT actor, subject FROM audit_event WHERE action = 'security_event.list' ORDER BY number DESC LIMIT 1`,
  );
  expect(entry).toEqual({ actor: 'operator:ann', subject: 'ann' });
  expect(operatorRoles).toContain('auditor');
});
