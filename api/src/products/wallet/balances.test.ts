import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseAmount, type Unit } from '@trellis/api-contract';
import { memberAccounts } from '../../ledger/accounts.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { untilWaiting } from '../../testing/waiting.ts';

let app: TestApplication;
let demo: Client;
beforeAll(async () => {
  app = await startTestApplication();
  demo = await app.logIn('demo');
});
afterAll(() => app.close());

interface Overview {
  readonly total: { readonly amount: string; readonly unit: Unit };
  readonly balances: readonly {
    readonly unit: Unit;
    readonly state: string;
    readonly changedAt: string | null;
    readonly money: { readonly amount: string };
  }[];
}
const overview = async (client: Client) => (await client.get('/api/v1/balances')).body as unknown as Overview;
const minor = (amount: string): bigint => parseAmount(amount, 'USD') ?? -1n;

test('every account of a member is there, and the total is their sum', async () => {
  const { total, balances } = await overview(demo);
  expect(balances.map(({ unit, state }) => `${unit} ${state}`).sort()).toEqual(
    Object.values(memberAccounts)
      .map(({ unit, state }) => `${unit} ${state}`)
      .sort(),
  );
  const sum = balances.reduce((whole, { money }) => whole + minor(money.amount), 0n);
  expect(total.unit).toBe('USD');
  expect(minor(total.amount)).toBe(sum);
});

test('balances are what the ledger says, account by account', async () => {
  const { balances } = await overview(demo);
  const rows = await app.database.sql<{ name: string; balance: string }>(
    `SELECT k.unit || ' ' || CASE k.kind WHEN 'active' THEN 'available' WHEN 'principal' THEN 'staked' ELSE k.kind END AS name,
            a.balance FROM account a JOIN account_kind k USING (code)
      WHERE a.owner = (SELECT id FROM member WHERE username = 'demo')`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(4);
  for (const { name, balance } of rows) {
    const shown = balances.find(({ unit, state }) => `${unit} ${state}` === name);
    expect([name, minor(shown?.money.amount ?? '').toString()]).toEqual([name, balance]);
  }
});

test('each balance says when it moved last, and one that never has says so', async () => {
  const { balances } = await overview(demo);
  const [latest] = (await demo.get('/api/v1/records?unit=USD&limit=1')).body.records as { at: string }[];
  expect(balances.find(({ unit, state }) => unit === 'USD' && state === 'available')?.changedAt).toBe(latest?.at);
  expect(balances.find(({ unit }) => unit === 'CP')?.changedAt).toBeNull();
});

test('a member who never had another unit has it at zero', async () => {
  const { balances } = await overview(await app.logIn('oliver'));
  expect(balances.filter(({ unit }) => unit !== 'USD').every(({ money }) => money.amount === '0.00')).toBe(true);
});

test('an operation that was refused is shown with its refusal; one of bad form was never one', async () => {
  const refused = newKey();
  const answer = await demo.transfer('hana', '4999', refused);
  expect(answer.problem.code).toBe('money.insufficient_balance');
  expect((await demo.get(`/api/v1/operations/${refused}`)).body).toEqual({
    state: 'done',
    status: 422,
    answer: answer.body,
  });
  const malformed = newKey();
  await demo.transfer('hana', 'one', malformed);
  expect((await demo.get(`/api/v1/operations/${malformed}`)).body).toEqual({ state: 'unknown' });
});

test('an operation that is under way is informed', async () => {
  const key = newKey();
  const holder = await app.database.hold(
    `SELECT balance FROM account WHERE id = (SELECT id FROM member WHERE username = 'hana') * 1000 + 101 FOR UPDATE`,
  );
  const sending = demo.transfer('hana', '1', key);
  try {
    await untilWaiting(app.database, 1);
    expect((await demo.get(`/api/v1/operations/${key}`)).body.state).toBe('in_flight');
    // Asking often never stops the call itself; a second call is asked to wait.
    expect((await demo.transfer('hana', '1', key)).problem).toMatchObject({
      status: 409,
      code: 'idempotency.in_flight',
    });
  } finally {
    await holder.release();
  }
  expect((await sending).status).toBe(201);
});
