import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { balancesOf } from '../../testing/balances.ts';
import { depositInSuspense } from '../../testing/deposits.ts';
import { enrolled, loggedIn, type OpsClient, withAccounts } from '../../testing/operators.ts';
import { ops } from '../../testing/ops.ts';
import { auditLines } from '../../testing/records.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** Tina and Theo are treasurers, Rita reviews. */
let app: TestApplication;
let tina: OpsClient;
let theo: OpsClient;
let rita: OpsClient;
beforeAll(async () => {
  app = await startTestApplication();
  tina = await loggedIn(app, await enrolled(app, 'tina', ['treasurer']));
  theo = await loggedIn(app, await enrolled(app, 'theo', ['treasurer']));
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
});
afterAll(async () => {
  const findings = await verifyAll(app.database.url);
  await app.close();
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

const inSuspense = (username: string) => depositInSuspense(app.database, username);
const ask = (who: OpsClient, id: string) =>
  who.post(`/deposits/${id}/release`, { reason: 'the member was notified 5' });
const approve = (who: OpsClient, id: string) => who.approve('deposit.release', id);
const listed = async (state: string) => {
  const { body } = await rita.get(`/deposits?state=${state}`);
  return (
    body.deposits as {
      id: string;
      releaseAskedBy: string | null;
      credited: { amount: string } | null;
    }[]
  ).map(({ id, ...rest }) => ({ id, ...rest }));
};

test('what came below the minimum is credited without a fee once two treasurers say so, and once only', async () => {
  const id = await inSuspense('hana');
  const before = (await balancesOf(app.database, 'hana')).usdAvailable;
  expect((await ask(rita, id)).problem.code).toBe('auth.forbidden');
  expect((await approve(theo, id)).problem.code).toBe('request.not_found');
  expect((await ask(tina, id)).status).toBe(200);
  expect((await ask(theo, id)).problem.code).toBe('deposit.release_asked');
  expect((await approve(tina, id)).problem.code).toBe('approval.second_person');
  expect((await listed('below_minimum'))[0]).toMatchObject({ id, releaseAskedBy: 'operator:tina' });
  const { waiting } = (await theo.get('/approvals/waiting')).body as { waiting: object[] };
  expect(waiting[0]).toMatchObject({
    action: 'deposit.release',
    subject: id,
    yours: true,
    after: { username: 'hana', chain: 'TRON', usdt: '5.00' },
  });
  const answers = await Promise.all([approve(theo, id), approve(theo, id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const after = (await balancesOf(app.database, 'hana')).usdAvailable;
  const { credited } = (await listed('credited')).find((each) => each.id === id) ?? {};
  expect(Number(after - before) / 1e6).toBeCloseTo(Number(credited?.amount), 6);
  expect((await listed('credited')).map((each) => each.id)).toContain(id);
  expect((await ask(tina, id)).problem.code).toBe('deposit.not_aside');
  const hana = await app.logIn('hana');
  const { deposits } = (await hana.get('/api/v1/deposits')).body as unknown as { deposits: { state: string }[] };
  expect(deposits[0]).toMatchObject({ state: 'credited', received: { amount: '5.00' }, credited: { unit: 'USD' } });
  expect(await auditLines(app.database, id)).toEqual([
    'operator:tina deposit.ask_release',
    'operator:theo deposit.release',
  ]);
});

test('nobody frees a deposit of their own account, and an approval by a command is none', async () => {
  await withAccounts(app, (accounts) => accounts.declareMembers('theo', ['emma']));
  const id = await inSuspense('emma');
  expect((await ask(theo, id)).problem.code).toBe('approval.own_account');
  expect((await ask(tina, id)).status).toBe(200);
  expect((await approve(theo, id)).problem.code).toBe('approval.own_account');
  await expect(ops(app, 'approveDepositRelease', id, '--reason', 'it is there')).rejects.toThrow();
  expect((await rita.get('/deposits?username=emma')).body.deposits).toHaveLength(1);
});

test('past the service, too: the product’s login credits nothing that two have not released', async () => {
  const id = await inSuspense('noah');
  const database = new Database({ url: app.database.url, poolSize: 1 });
  try {
    const refused = await database
      .rows('SELECT release_deposit($1, 5000000, (SELECT min(id) FROM market_rate), now())', [id])
      .catch(sqlState);
    expect(refused).toBe('TL001');
    expect(await database.rows('UPDATE deposit_transfer SET usd = 1 WHERE id = $1', [id]).catch(sqlState)).toBe(
      '42501',
    );
  } finally {
    await database.close();
  }
});

test('an ask that lapsed makes room for another', async () => {
  const id = await inSuspense('noah');
  expect((await ask(tina, id)).status).toBe(200);
  app.clock.advance(25 * 3600 * 1000);
  const again = await loggedIn(app, await enrolled(app, 'toni', ['treasurer']));
  expect((await approve(again, id)).problem.code).toBe('approval.closed');
  expect((await ask(again, id)).status).toBe(200);
});
