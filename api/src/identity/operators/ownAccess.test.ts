import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { codeOf, enrolled, loggedIn, OpsClient, type TestOperator, toNextStep } from '../../testing/operators.ts';
import { audited } from '../../testing/records.ts';
import { goodPassword } from '../../testing/registering.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let operator: TestOperator;
/** The same operator, in two browsers. */
let own: OpsClient;
let other: OpsClient;
let serial = 0;
const reason = 'a session I do not know';
const otherPassword = 'eleven-Blue-Kettles';

beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.close());
beforeEach(async () => {
  serial += 1;
  operator = await enrolled(app, `vera${serial}`, ['viewer']);
  other = await loggedIn(app, operator);
  own = await loggedIn(app, operator);
});

const isIn = async (client: OpsClient) => (await client.get('/session')).body.operator !== null;
const logIn = async (password: string) => {
  toNextStep(app);
  const credentials = { name: operator.name, password, code: codeOf(app, operator.secret) };
  return (await new OpsClient(app).post('/session', credentials)).status;
};

test('who is robbed sees every session of theirs and ends the others, whatever their roles', async () => {
  const { sessions } = (await own.get('/sessions')).body as { sessions: Record<string, unknown>[] };
  expect(sessions.map(({ current }) => current)).toEqual([true, false]);
  expect(sessions[0]).toEqual({
    ...{ startedAt: expect.any(String), lastSeenAt: expect.any(String) },
    ...{ userAgent: expect.any(String), browser: '?', system: '?', network: '127.0.0.…', current: true },
  });
  expect((await own.post('/sessions/end', { reason })).body).toEqual({ ended: 1 });
  expect([await isIn(own), await isIn(other)]).toEqual([true, false]);
  expect((await own.get('/sessions')).body.sessions).toMatchObject([{ current: true }]);
  const entry = (await audited(app.database, { subject: operator.name })).at(-1);
  expect(entry).toMatchObject({ actor: `operator:${operator.name}`, action: 'operator.end_own_sessions', reason });
});

test('of two that end each other at once one stays', async () => {
  for (let round = 0; round < 4; round += 1) {
    const third = await loggedIn(app, operator);
    const two = [own, third];
    const answers = await Promise.all(two.map((each) => each.post('/sessions/end', { reason })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    own = two[answers.findIndex(({ status }) => status === 200)] ?? own;
    expect(await Promise.all(two.map(isIn))).toEqual(two.map((each) => each === own));
  }
});

test('nobody sees or ends those of somebody else', async () => {
  const outsider = await loggedIn(app, await enrolled(app, `walt${serial}`, ['admin']));
  expect((await outsider.get('/sessions')).body.sessions).toHaveLength(1);
  expect((await outsider.post('/sessions/end', { reason })).body).toEqual({ ended: 0 });
  expect([await isIn(own), await isIn(other)]).toEqual([true, true]);
  for (const path of ['/sessions', '/password'])
    expect((await new OpsClient(app).post(path === '/password' ? path : '/sessions/end', {})).status).not.toBe(200);
});

describe('another password', () => {
  const change = (client: OpsClient, fields: object = {}) =>
    client.post('/password', { oldPassword: goodPassword, password: otherPassword, reason, ...fields });

  test('takes the one of before and a fresh code, ends all other sessions, and is the only one from then on', async () => {
    expect((await change(own, { code: '' })).problem).toMatchObject({ fields: [{ path: 'code' }] });
    expect((await change(own, { oldPassword: 'not the one' })).problem.code).toBe('member.old_password_incorrect');
    expect((await change(own, { password: `${operator.name} 1` })).problem.code).toBe('member.password_weak');
    expect([await isIn(own), await isIn(other)]).toEqual([true, true]);
    expect((await change(own)).status).toBe(200);
    expect([await isIn(own), await isIn(other)]).toEqual([true, false]);
    expect(await logIn(goodPassword)).toBe(401);
    expect(await logIn(otherPassword)).toBe(200);
    const entries = await audited(app.database, { subject: operator.name });
    const entry = entries.find(({ action }) => action === 'operator.change_password');
    expect(entry).toMatchObject({ reason, after: { ended: 1 } });
    expect(JSON.stringify(entry)).not.toContain(otherPassword);
  });

  test('of two at once one is set', async () => {
    const answers = await Promise.all([change(own), change(other, { password: 'twelve-Green-Kettles' })]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
