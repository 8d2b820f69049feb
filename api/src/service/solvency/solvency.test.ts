import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { wireAmount } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { bindGoogle, type Phone } from '../../testing/authenticator.ts';
import { give } from '../../testing/balances.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { keepAddress, withdraw } from '../../testing/withdrawals.ts';

type Solvency = AnswerOf<'operator', 'getSolvency'>;

/** Rita is a reviewer, Vera only a viewer; Hana has an authenticator. */
let app: TestApplication;
let rita: OpsClient;
let vera: OpsClient;
let hana: Client;
let phone: Phone;

beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true });
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
  vera = await loggedIn(app, await enrolled(app, 'vera', ['viewer']));
  hana = await app.logIn('hana');
  phone = await bindGoogle(app, hana, 'hana@example.com');
  await keepAddress(app, 'hana', 'TRON');
});
afterAll(() => app.close());

const read = async (): Promise<Solvency> => (await rita.get('/solvency')).body as unknown as Solvency;
const amountOf = (lines: readonly { account: string; amount: { amount: string } }[], account: string) =>
  lines.find((line) => line.account === account)?.amount.amount;
/** By going through every account of every member. */
const counted = async (...codes: readonly number[]): Promise<string> => {
  const [row] = await app.database.sql<{ sum: string }>(
    'SELECT coalesce(sum(balance), 0)::text AS sum FROM account WHERE code = ANY ($1::integer[])',
    [`{${codes.join(',')}}`],
  );
  return wireAmount(BigInt(row?.sum ?? 0), 'USD');
};

test('what members have is what their accounts add up to, though none of them is read', async () => {
  const before = await read();
  await give(app.database, 'hana', 'usdAvailable', 1_234);
  await give(app.database, 'ren', 'usdtAvailable', 55);
  const after = await read();
  expect(amountOf(after.owed, 'usdAvailable')).toBe(await counted(101));
  expect(amountOf(after.owed, 'usdtAvailable')).toBe(await counted(111));
  expect(Number(amountOf(after.held, 'usdCustody')) - Number(amountOf(before.held, 'usdCustody'))).toBe(1_234);
  expect(Number(amountOf(after.held, 'usdtCustody')) - Number(amountOf(before.held, 'usdtCustody'))).toBe(55);
  expect(Number(after.total?.owed.amount) - Number(before.total?.owed.amount)).toBe(1_289);
});

test('what waits in a withdrawal is still owed, and stands for itself', async () => {
  const before = await read();
  const quote = await hana.get('/api/v1/withdrawals/quote?unit=USD&amount=100&asset=USDT&chain=TRON');
  const { amount: received } = quote.body.received as { amount: string };
  const { status } = await withdraw(hana, { amount: '100', received, code: phone.code() });
  expect(status).toBeLessThan(300);
  const after = await read();
  expect(amountOf(after.owed, 'usdPending')).toBe(await counted(102));
  expect(Number(amountOf(after.owed, 'usdPending')) - Number(amountOf(before.owed, 'usdPending'))).toBe(100);
  expect(after.total).toEqual(before.total);
});

test('what is backed one to one says both sides', async () => {
  const { backing } = await read();
  for (const { issued, reserve } of backing) expect(issued.amount).toBe(reserve.amount);
  expect(backing[0]?.issued.amount).toBe(await counted(121, 122));
});

test('a red check stands among the last ones with what was wrong, and payouts are frozen', async () => {
  expect(await read()).toMatchObject({ frozen: false });
  await app.database.sql('SELECT verify_books(now(), $1::jsonb)', [
    JSON.stringify([{ name: 'a fault', rows: [{ id: 1 }] }]),
  ]);
  try {
    const { checks, frozen } = await read();
    expect(frozen).toBe(true);
    expect(checks[0]).toMatchObject({ broken: ['a fault'] });
    expect((await vera.get('/overview')).body.books).toMatchObject({ green: false, broken: ['a fault'] });
    await app.database.sql(`INSERT INTO verification_run (started_at, ended_at, findings)
      SELECT now(), now(), '[]' FROM generate_series(1, 30)`);
    expect((await read()).checks).toHaveLength(24);
  } finally {
    await app.database.sql(`SELECT end_payout_freeze('it was none')`);
  }
});

test('a chain says how far it was read and when, and whether it stands still; of one that was never read nothing is made up', async () => {
  await app.database.sql('DELETE FROM chain_cursor');
  await app.database.sql(`INSERT INTO chain_cursor (chain, token, kind, next_block, last_hash, span, looked_at, halted_at, halted_reason) VALUES
    ('BSC', '\\x01', 'main', 101, '\\x02', 5, '2026-03-09T15:03:00Z', NULL, NULL),
    ('TRON', '\\x01', 'main', 7, NULL, 5, NULL, '2026-03-09T15:04:00Z', 'another hash')`);
  expect((await read()).chains).toEqual([
    { chain: 'BSC', block: '100', lookedAt: '2026-03-09T15:03:00.000Z', halted: null },
    {
      chain: 'TRON',
      block: null,
      lookedAt: null,
      halted: { since: '2026-03-09T15:04:00.000Z', reason: 'another hash' },
    },
  ]);
});

test('who does not look after the books does not see it', async () => {
  expect((await vera.get('/solvency')).problem.code).toBe('auth.forbidden');
});
