import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ruleSubjectNames } from '@trellis/api-contract/schemas';
import { MovableClock } from '../../ground/clock.ts';
import { Database } from '../../platform/db/database.ts';
import { setRule } from '../../testing/rules.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { Rules } from './rules.ts';
import { entryOf } from './ruleValue.ts';

let own: TestDatabase;
let database: Database;
let clock: MovableClock;
let rules: Rules;

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 4 });
});
beforeEach(() => {
  clock = new MovableClock();
  rules = new Rules(database, clock);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const hours = async () => (await rules.at('securityLock', 'frozen')).hours;

test('every key of every subject has a rule from the first day on', async () => {
  await expect(rules.check()).resolves.toBeUndefined();
  expect(await rules.at('withdrawalReview')).toEqual({
    twoFrom: 1_000_000_000n,
    largeFrom: 5_000_000_000n,
    mostPercent: '90',
    many: 3,
    reviewHours: 72,
    voidHours: 24,
    depositTwoFrom: 100_000_000_000n,
  });
  expect((await rules.at('limit', 'deposit-USDT')).minimum).toBe(10_000_000n);
  expect(await rules.at('action', 'exchange')).toMatchObject({ code: 'above', above: 1_000_000_000n });
  expect((await rules.at('action', 'transfer')).above).toBeNull();
  expect([...(await rules.all('withdrawalFee')).keys()]).toEqual(['USDT-TRON', 'USDT-BSC', 'ON-BSC', 'BTC-BTC']);
});

test('what is announced begins in time, however long ago it was read', async () => {
  await setRule(own, 'securityLock', 'frozen', { hours: 30 }, `now() + interval '1 hour'`);
  expect(await hours()).toBe(24);
  clock.advance(3_599_000);
  expect(await hours()).toBe(24);
  clock.advance(2_000);
  expect(await hours()).toBe(30);
});

test('is read once for many, and again when it was set', async () => {
  const [first, second] = await Promise.all([hours(), hours()]);
  await setRule(own, 'securityLock', 'frozen', { hours: 31 });
  expect([first, second, await hours()]).toEqual([24, 24, 24]);
  rules.forget();
  expect(await hours()).toBe(31);
});

test('a transaction reads for itself: nobody else waits for it, or fails with it', async () => {
  const reading = Promise.withResolvers<void>();
  const broken = database.inTransaction(async () => {
    await database.rows('SELECT 1/0').catch(() => undefined);
    const read = hours();
    reading.resolve();
    return read;
  });
  // What it asks for is under way, and known to nobody yet.
  const outside = reading.promise.then(hours);
  const [failed, result] = await Promise.allSettled([broken, outside]);
  expect(failed.status).toBe('rejected');
  expect(result).toEqual({ status: 'fulfilled', value: 31 });
});

test('one that its schema does not allow stops the start, by name, and only who needs it afterwards', async () => {
  await setRule(own, 'addressBook', 'all', { waitHours: 0, entries: 20 });
  await setRule(own, 'securityLock', 'password_reset', { hours: 'many' });
  await expect(rules.check()).rejects.toThrow(
    'Rules and their schemas differ: the rule securityLock password_reset is not what its schema says; the rule addressBook all is not what its schema says',
  );
  expect(await hours()).toBe(31);
});

test('everything that security sets takes a second person, and nothing that is about money does', () => {
  const differing = ruleSubjectNames.filter((subject) => {
    const { policy, secondPerson = false } = entryOf(subject);
    return (policy === 'security') !== secondPerson;
  });
  expect(differing).toEqual([]);
});

test('a start is refused when the database and this version differ in what takes a second person, or is of money', async () => {
  const other = await createTestDatabase();
  const alongside = new Database({ url: other.url, poolSize: 1 });
  try {
    await other.sql(`CREATE OR REPLACE VIEW rule_second_person AS
      SELECT subject FROM unnest('{ratePair,action,securityLock,addressBook,factorReset,limit}'::text[]) AS subject`);
    await expect(new Rules(alongside, clock).check()).rejects.toThrow(
      'Rules and their schemas differ: whether withdrawalReview takes a second person is not what the database says; whether limit takes',
    );
    await other.sql(`CREATE OR REPLACE VIEW rule_of_money AS
      SELECT subject FROM unnest('{exchangeFee,withdrawalFee,exchangeQuote,displayRate,packageTerms,packageLevel,stakeTerms,bonusTerms,bonusCap,productSale}'::text[]) AS subject`);
    await expect(new Rules(alongside, clock).check()).rejects.toThrow(
      /whether limit is of money is not what the database says; whether productSale is of money/,
    );
  } finally {
    await alongside.close();
    await other.drop();
  }
});

test('SQL reads the same: the latest whose time has come, at every moment', async () => {
  await own.sql(
    `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
     SELECT 'any', (random() * 3)::int::text, jsonb_build_object('n', n), timestamptz '2026-01-01' + n * interval '1 minute', 'test', now(), 'test'
       FROM generate_series(1, 200) n ORDER BY random()`,
  );
  const different = await own.sql(
    `SELECT at, key FROM generate_series(timestamptz '2025-12-31 23:59', '2026-01-01 04:00', '29 seconds') AS at,
            generate_series(0, 3) AS number, CAST(number AS text) AS key
      WHERE (SELECT id FROM rule_at('any', key, at))
         IS DISTINCT FROM (SELECT id FROM rule_history h WHERE subject = 'any' AND h.key = number::text AND during @> at)`,
  );
  expect(different).toEqual([]);
  const [states] = await own.sql<Record<string, number>>(
    `SELECT count(*) FILTER (WHERE period_state(during, '2026-01-01 02:00') = 'inForce')::int AS "inForce",
            count(*) FILTER (WHERE period_state(during, '2026-01-01 02:00') = 'coming')::int AS coming
       FROM rule_history WHERE subject = 'any'`,
  );
  expect(states).toEqual({ inForce: 4, coming: 80 });
});

test('nothing of it changes afterwards, and only its functions write', async () => {
  for (const statement of ['UPDATE rule SET reason = reason', 'DELETE FROM rule', 'TRUNCATE rule']) {
    await expect(own.sql(statement)).rejects.toMatchObject({ code: 'TR009' });
    await expect(database.rows(statement)).rejects.toThrow('permission denied');
  }
  await expect(
    database.rows(`SELECT set_rule('limit', 'nothing-USD', '{}', now(), 'operator:ann', 'new', now())`),
  ).rejects.toMatchObject({ original: { code: 'TM001' } });
  await expect(
    database.rows(
      `SELECT set_rule('limit', 'transfer-USD', '{"minimum": "1000000"}', now(), 'operator:ann', 'x', now())`,
    ),
  ).rejects.toMatchObject({ original: { constraint: 'rule_limit' } });
});
