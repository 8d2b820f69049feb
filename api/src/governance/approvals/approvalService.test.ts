import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sqlState } from '../../platform/db/database.ts';
import { give } from '../../testing/balances.ts';
import { enrolled, loggedIn, type OpsClient, withAccounts } from '../../testing/operators.ts';
import { ops } from '../../testing/ops.ts';
import { audited } from '../../testing/records.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { keepAddress, withdrawn } from '../../testing/withdrawals.ts';

/** Tina and Theo are treasurers, Rita reviews, Sue supports, Ada and Alma are admins. */
let app: TestApplication;
let tina: OpsClient;
let theo: OpsClient;
let rita: OpsClient;
let sue: OpsClient;
let ada: OpsClient;
let alma: OpsClient;
beforeAll(async () => {
  app = await startTestApplication();
  tina = await loggedIn(app, await enrolled(app, 'tina', ['treasurer']));
  theo = await loggedIn(app, await enrolled(app, 'theo', ['treasurer']));
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
  sue = await loggedIn(app, await enrolled(app, 'sue', ['support']));
  ada = await loggedIn(app, await enrolled(app, 'ada', ['admin']));
  alma = await loggedIn(app, await enrolled(app, 'alma', ['admin']));
});
afterAll(() => app.close());

interface Waiting {
  readonly id: string;
  readonly action: string;
  readonly yours: boolean;
  readonly before: unknown;
  readonly after: unknown;
}
const waitingOf = async (who: OpsClient) => (await who.get('/approvals/waiting')).body.waiting as Waiting[];
const no = (who: OpsClient, id: string | undefined) => who.post(`/approvals/${id}/no`, { reason: 'a digit too many' });
const setRate = (who: OpsClient, rate: string) =>
  who.post('/rates', { base: 'USDT', quote: 'USD', rate, source: 'a market', reason: 'today' });
const waitingRates = async () => {
  const { pairs } = (await tina.get('/rates')).body as {
    pairs: { base: string; rates: { id: string; state: string }[] }[];
  };
  return pairs.flatMap(({ rates }) => rates).filter(({ state }) => state === 'waiting');
};

test('a wrong rate is seen alongside what holds, and stopped by the second person, for good', async () => {
  const { id: rate } = (await setRate(tina, '9.12')).body as { id: string };
  const [request] = await waitingOf(theo);
  expect(request).toMatchObject({
    action: 'rate.approve',
    subject: rate,
    requestedBy: 'operator:tina',
    yours: true,
    before: { rate: expect.any(String) },
    after: { base: 'USDT', quote: 'USD', rate: '9.12', source: 'a market' },
    reason: 'today',
  });
  expect((await waitingOf(tina))[0]).toMatchObject({ id: request?.id, yours: false });
  expect(await waitingOf(rita)).toEqual([]);
  expect((await no(rita, request?.id)).problem.code).toBe('auth.forbidden');
  // Somebody's session alone keeps no request of others from being approved.
  const withoutCode = { reason: 'a digit too many', code: '' };
  expect((await theo.post(`/approvals/${request?.id}/no`, withoutCode)).problem.fields).toMatchObject([
    { path: 'code' },
  ]);
  expect((await no(theo, request?.id)).status).toBe(200);
  expect(await waitingRates()).toEqual([]);
  expect(await waitingOf(theo)).toEqual([]);
  expect((await theo.approve('rate.approve', rate)).problem.code).toBe('approval.closed');
  expect((await no(theo, request?.id)).problem.code).toBe('approval.closed');
  const [entry] = await audited(app.database, { subject: `rate.approve ${rate}` });
  expect(entry).toMatchObject({ actor: 'operator:theo', action: 'approval.refuse', reason: 'a digit too many' });
});

test('what waits is read in pages, the latest first; of the same subject the later takes the place of the earlier', async () => {
  const ask = async (key: string, hours: number) =>
    ada.post('/rules', { subject: 'securityLock', key, value: { hours }, reason: 'longer' });
  for (const key of ['frozen', 'password_reset', 'email_changed']) await ask(key, 96);
  await ask('frozen', 97);
  const keysOf = ({ body }: { readonly body: Record<string, unknown> }) =>
    (body.waiting as { after: { key: string; hours: number } }[]).map(({ after: { key, hours } }) => `${key} ${hours}`);
  const first = await alma.get('/approvals/waiting?limit=2&domain=rule');
  expect(keysOf(first)).toEqual(['frozen 97', 'email_changed 96']);
  const second = await alma.get(`/approvals/waiting?limit=2&domain=rule&after=${String(first.body.next)}`);
  expect([keysOf(second), second.body.next]).toEqual([['password_reset 96'], null]);
  expect(keysOf(await alma.get('/approvals/waiting?domain=release'))).toEqual([]);
  expect((await alma.get('/approvals/waiting?domain=nothing')).problem.code).toBe('request.invalid');
  for (const { id } of await waitingOf(alma)) await no(alma, id);
});

test('what somebody has asked for they take back, also where they could not approve', async () => {
  await setRate(tina, '8.12');
  const [own] = await waitingOf(tina);
  expect((await tina.post(`/approvals/${own?.id}/no`, { reason: 'a typing error', code: '' })).status).toBe(200);
  expect(await waitingRates()).toEqual([]);
});

test('of two who approve and no at once, one is heard', async () => {
  for (const rateOfRound of ['7', '5', '3']) {
    // Whoever is heard, the next one jumps again; and nothing is withdrawn in ON here.
    const rate = { base: 'ON', quote: 'USD', rate: rateOfRound, source: 'a market', reason: 'today' };
    const { id } = (await tina.post('/rates', rate)).body as { id: string };
    const [request] = await waitingOf(theo);
    const answers = await Promise.all([theo.approve('rate.approve', id), no(tina, request?.id), no(theo, request?.id)]);
    const heard = answers.map(({ status, problem }) => (status === 200 ? 'heard' : problem.code));
    expect(heard.toSorted()).toEqual(['approval.closed', 'approval.closed', 'heard']);
    expect(await waitingOf(theo)).toEqual([]);
  }
});

test('rules and fundings wait there with their difference, for whoever sets them', async () => {
  await ada.post('/rules', { subject: 'securityLock', key: 'frozen', value: { hours: 48 }, reason: 'longer' });
  await tina.post('/pools/package/fundings', { direction: 'in', amount: '10', reason: 'more' });
  expect(await waitingOf(alma)).toMatchObject([
    {
      action: 'rule.approve',
      yours: true,
      before: { hours: expect.any(Number) },
      after: { subject: 'securityLock', key: 'frozen', hours: 48 },
    },
  ]);
  const seen = await waitingOf(theo);
  const funding = seen.find(({ action }) => action === 'pool.fund');
  expect(funding).toMatchObject({
    yours: true,
    before: { free: '0.00' },
    after: { pool: 'package', amount: '10.00', free: '10.00' },
  });
  expect((await no(theo, funding?.id)).status).toBe(200);
  const { pools } = (await tina.get('/pools')).body as { pools: { pool: string; waiting: unknown }[] };
  expect(pools.every(({ waiting }) => waiting === null)).toBe(true);
  const rule = (await waitingOf(alma)).find(({ action }) => action === 'rule.approve');
  expect((await no(alma, rule?.id)).status).toBe(200);
  expect(await waitingOf(alma)).toEqual([]);
});

test('what somebody had asked for ends with their suspension: they would be one of the two', async () => {
  const leaving = await loggedIn(app, await enrolled(app, 'leaving', ['treasurer']));
  const { id } = (await setRate(leaving, '5.5')).body as { id: string };
  expect((await waitingOf(theo)).map(({ action }) => action)).toEqual(['rate.approve']);
  await withAccounts(app, (accounts) => accounts.suspend('leaving'));
  expect(await waitingOf(theo)).toEqual([]);
  expect((await theo.approve('rate.approve', id)).problem.code).toBe('approval.closed');
  expect(await waitingRates()).toEqual([]);
});

describe('with a role that is taken away', () => {
  const rolesOf = (name: string, roles: string) =>
    app.database.sql('UPDATE operator SET roles = $2 WHERE name = $1', [name, roles]);

  test('ends what they had asked for by it, and nothing that another role covers', async () => {
    const turning = await loggedIn(app, await enrolled(app, 'turning', ['treasurer', 'admin']));
    const rate = (await setRate(turning, '5.5')).body as { id: string };
    expect((await turning.post('/operators/sue/roles', { roles: ['viewer'], reason: 'she moves' })).status).toBe(202);
    await rolesOf('turning', '{treasurer,admin,viewer}');
    expect((await waitingOf(theo)).map(({ action }) => action)).toEqual(['rate.approve']);
    await rolesOf('turning', '{admin,viewer}');
    expect(await waitingOf(theo)).toEqual([]);
    expect((await theo.approve('rate.approve', rate.id)).problem.code).toBe('approval.closed');
    const [refusal] = await app.database.sql(
      `SELECT r.actor, r.reason FROM approval_refused r JOIN approval a ON a.id = r.approval
        WHERE a.action = 'rate.approve' ORDER BY a.id DESC LIMIT 1`,
    );
    expect(refusal).toEqual({ actor: 'automatic', reason: 'who had asked for it has lost the role' });
    expect((await waitingOf(alma)).map(({ action }) => action)).toEqual(['operator.roles']);
    await rolesOf('turning', '{treasurer,viewer}');
    expect(await waitingOf(alma)).toEqual([]);
    expect(await waitingOf(theo)).toEqual([]);
  });
});

test('a withdrawal, and whatever has a no of its own, is not refused here', async () => {
  await give(app.database, 'demo', 'usdAvailable', 1_000);
  await keepAddress(app, 'demo', 'TRON');
  const id = await withdrawn(await app.logIn('demo'));
  const [approval] = await app.database.sql<{ id: string }>(
    `SELECT id FROM approval WHERE action = 'withdrawal.approve' AND subject = $1`,
    [id],
  );
  expect((await no(rita, approval?.id)).problem.code).toBe('auth.forbidden');
  const answer = await rita.post(`/approvals/${approval?.id}`, { reason: 'past its queue' });
  expect(answer.problem.code).toBe('request.not_found');
  const past = app.database.sql(`UPDATE approval_refused SET reason = 'x'`);
  expect(await past.catch(sqlState)).not.toBe('done');
});

test('the overview says what waits for whom, by deadline, and nothing of a member', async () => {
  const workOf = async (who: OpsClient) =>
    (await who.get('/overview')).body as { work: { kind: string; count: number }[] };
  expect(await workOf(rita)).toMatchObject({
    work: [{ kind: 'review', count: 1, at: expect.any(String) }],
    next: [{ kind: 'review', id: expect.any(String), at: expect.any(String), amount: { unit: 'USD' }, action: null }],
    frozen: false,
  });
  expect(await workOf(theo)).toMatchObject({ next: [] });
  expect((await workOf(theo)).work).toEqual([]);
  const [row] = await app.database.sql<{ id: string }>('SELECT id FROM withdrawal LIMIT 1');
  await rita.post(`/withdrawals/${row?.id}/approve`, { revision: 1, reason: 'looked at it' });
  expect((await workOf(rita)).work).toEqual([]);
  expect((await workOf(theo)).work).toMatchObject([{ kind: 'pay', count: 1 }]);
  await withAccounts(app, (accounts) => accounts.declareMembers('theo', ['demo']));
  expect((await workOf(theo)).work).toEqual([]);
  expect((await workOf(tina)).work).toMatchObject([{ kind: 'pay', count: 1 }]);
  expect((await workOf(sue)).work).toEqual([]);
  await setRate(tina, '4.05');
  expect((await workOf(theo)).work).toMatchObject([{ kind: 'approvals', count: 1, at: expect.any(String) }]);
  expect(await workOf(theo)).toMatchObject({ next: [{ kind: 'approvals', amount: null, action: 'rate.approve' }] });
  expect(await workOf(tina)).toMatchObject({ next: [{ kind: 'pay' }] });
  expect(JSON.stringify(await workOf(tina))).not.toContain('demo');
  expect(await ops(app, 'getOverview')).toMatchObject({ frozen: false });
});

test('the overview counts rates that one person alone changed within a day, for who looks after the books', async () => {
  const ratesAloneOf = async (who: OpsClient) => (await who.get('/overview')).body.ratesAlone;
  expect([await ratesAloneOf(tina), await ratesAloneOf(rita), await ratesAloneOf(sue)]).toEqual([0, 0, null]);
  // As it was, and one that waits: neither changes anything alone.
  await setRate(tina, '1');
  await setRate(tina, '5');
  expect(await ratesAloneOf(tina)).toBe(0);
  expect((await setRate(theo, '1.002')).body.state).toBe('inForce');
  expect([await ratesAloneOf(tina), await ratesAloneOf(sue)]).toEqual([1, null]);
});
