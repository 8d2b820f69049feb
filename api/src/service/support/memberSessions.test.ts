import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { ops } from '../../testing/ops.ts';
import { audited } from '../../testing/records.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let sue: OpsClient;
beforeAll(async () => {
  app = await startTestApplication();
  sue = await loggedIn(app, await enrolled(app, 'sue', ['support']));
});
afterAll(() => app.close());

const isAlive = async (client: Client): Promise<boolean> => (await client.get('/api/v1/profile')).status === 200;

test('an operator ends every session of one member, for a reason that is kept, and of nobody else', async () => {
  const [first, second] = [await app.logIn('hana'), await app.logIn('hana')];
  const other = await app.logIn('emma');
  const { inviter, sessions } = (await sue.get('/members/hana')).body as { inviter: string; sessions: object[] };
  expect(inviter).toEqual(expect.any(String));
  // Where from is the member's own to know.
  const shown = { browser: expect.any(String), system: expect.any(String) };
  expect(sessions).toEqual(Array(2).fill({ ...shown, createdAt: expect.any(String), seenAt: expect.any(String) }));
  expect((await sue.post('/members/hana/sessions/end', {})).status).toBe(400);
  const ended = await sue.post('/members/HANA/sessions/end', { reason: 'a lost phone' });
  expect([ended.status, ended.body]).toEqual([200, { ended: 2 }]);
  expect([await isAlive(first), await isAlive(second), await isAlive(other)]).toEqual([false, false, true]);
  expect(await isAlive(await app.logIn('hana'))).toBe(true);
  const [entry] = await audited(app.database, { subject: 'hana', like: 'member.end_sessions' });
  expect(entry).toMatchObject({
    actor: 'operator:sue',
    action: 'member.end_sessions',
    reason: 'a lost phone',
    after: { ended: 2 },
  });
  expect((await sue.post('/members/nobody/sessions/end', { reason: 'a lost phone' })).status).toBe(404);
});

test('so does a command', async () => {
  const client = await app.logIn('noah');
  expect(await ops(app, 'endMemberSessions', 'noah', '--reason', 'a lost phone')).toEqual({ ended: 1 });
  expect(await isAlive(client)).toBe(false);
});

test.each([
  ['suspend', 10, { cause: 'securityCheck' }, 'done'],
  ['sessions/end', 30, {}, 'done'],
  ['factor-resets', 0, {}, 'factor_reset.not_bound'],
])('%s of more than %d within an hour takes a code', async (step, free, more, outcome) => {
  const helper = await loggedIn(app, await enrolled(app, `helper-${free}`, ['support']));
  const call = async (code?: string) => {
    // The limit of a minute is another matter.
    await app.database.sql(`DELETE FROM rate_limit WHERE key NOT LIKE '%free%'`);
    const words = { reason: 'a check', ...more, ...(code !== undefined && { code }) };
    const answer = await helper.post(`/members/emma/${step}`, words);
    await ops(app, 'restoreMember', 'emma', '--reason', 'a check').catch(() => undefined);
    return answer.status < 300 ? 'done' : answer.problem.code;
  };
  const outcomes = [];
  for (let count = 0; count < free; count += 1) outcomes.push(await call(''));
  expect(outcomes).toEqual(Array(free).fill('done'));
  expect([await call(''), await call()]).toEqual(['field.required', outcome]);
});
