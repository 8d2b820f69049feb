import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { money } from '@trellis/api-contract';
import { balancesOf, give } from '../../testing/balances.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { addresses, hundred, keepAddress, withdrawn } from '../../testing/withdrawals.ts';
import type { Evidence } from './evidence.ts';

let app: TestApplication;
let rita: OpsClient;
beforeAll(async () => {
  app = await startTestApplication();
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
});
afterAll(() => app.close());

const evidenceOf = async (id: string) => (await rita.get(`/withdrawals/${id}`)).body.evidence as Evidence;

test('behind each reason stands what it rests on: the address, the member, the amount, and where the money comes from', async () => {
  const demo = await app.logIn('demo');
  await keepAddress(app, 'demo', 'TRON');
  await keepAddress(app, 'hana', 'TRON');
  await give(app.database, 'demo', 'usdAvailable', 40);
  await give(app.database, 'demo', 'usdAvailable', 70);
  const first = await withdrawn(demo, { ...hundred, amount: '100', received: '98.00' });
  const result = await evidenceOf(first);
  expect(result.address).toEqual({
    addedAt: expect.any(String),
    paid: 0,
    paidAt: null,
    // Hana keeps it, too.
    others: 1,
    resembles: null,
  });
  const { body } = await rita.get('/withdrawals');
  const listed = (body.withdrawals as { id: string; shared: boolean }[]).find(({ id }) => id === first);
  // The gravest reason stands in the list, too.
  expect(listed?.shared).toBe(true);
  expect(result.member).toMatchObject({ paid: 0, rejected: 0, inADay: 1 });
  expect(result.usdValue).toEqual({ amount: '100.00', unit: 'USD' });
  expect(Number(result.largeFrom.amount)).toBeGreaterThan(0);
  expect(result.securityChange).toBeNull();
  // The last two cover it; what came before them is not shown.
  expect(result.sources.map(({ record, money }) => [record, money.amount])).toEqual([
    ['opening', '40.00'],
    ['opening', '70.00'],
  ]);

  await give(app.database, 'demo', 'usdAvailable', 500);
  const second = await withdrawn(demo, { ...hundred, amount: '20', received: '18.00' });
  expect((await evidenceOf(second)).member.inADay).toBe(2);
  expect((await evidenceOf(second)).sources.map(({ money }) => money.amount)).toEqual(['500.00']);
  // What came after it was asked for is none of its reasons.
  expect((await evidenceOf(first)).member.inADay).toBe(1);
  expect((await evidenceOf(first)).sources.at(-1)?.money.amount).toBe('70.00');
});

test('an address that only looks like another of theirs is shown alongside it', async () => {
  const twin = `${addresses.TRON.slice(0, 6)}${'a'.repeat(addresses.TRON.length - 10)}${addresses.TRON.slice(-4)}`;
  await keepAddress(app, 'demo', 'TRON', twin);
  const id = await withdrawn(await app.logIn('demo'), { ...hundred, amount: '20', received: '18.00' });
  expect((await evidenceOf(id)).address.resembles).toBe(twin);
});

test('one that takes most of a balance says so, with what was there; one that leaves more of it does not', async () => {
  await keepAddress(app, 'lihua', 'TRON');
  const lihua = await app.logIn('lihua');
  const { usdAvailable: had } = await balancesOf(app.database, 'lihua');
  await give(app.database, 'lihua', 'usdAvailable', 1_000);
  const before = had + 1_000_000_000n;
  const quoteOf = async (minor: bigint) => {
    const { amount } = money(minor, 'USD');
    const id = await withdrawn(lihua, { amount, received: money(minor - 2_000_000n, 'USDT').amount });
    const { body } = await rita.get(`/withdrawals/${id}`);
    const { balanceBefore } = body.evidence as Evidence;
    return [(body.risks as string[]).includes('mostOfBalance'), balanceBefore];
  };
  // 90 of 100 by the rule: a cent less is not most of it, and what is left after that is another balance.
  const part = (before * 9n) / 10n - 10_000n;
  expect(await quoteOf(part)).toEqual([false, money(before, 'USD')]);
  expect(await quoteOf(before - part)).toEqual([true, money(before - part, 'USD')]);
});
