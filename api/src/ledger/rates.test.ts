import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { MovableClock } from '../ground/clock.ts';
import { AppError } from '../ground/errors.ts';
import { Database, sqlState } from '../platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { Rates } from './rates.ts';

/** Ann and Bob are operators. BTC may be a day old, and a change beyond 10 % needs both of them. */
let own: TestDatabase;
let database: Database;
let rates: Rates;
const clock = new MovableClock();
const hourMs = 3_600_000;

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.coreUrl, poolSize: 8 });
  rates = new Rates(database);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

interface Made {
  readonly id: string;
  readonly waits: boolean;
}

const later = (hours: number): Date => new Date(clock.now().getTime() + hours * hourMs);

async function set(usd: number, by = 'operator:ann', from?: Date, base = 'BTC'): Promise<Made> {
  // The same moment for both: a rate of a millisecond ago would be one of the past.
  const now = clock.now();
  const row = await database.one<{ id: string; waits: boolean }>(
    `SELECT id, during IS NULL AS waits FROM set_market_rate($1, 'USD', $2, 1, 'somewhere', $3, $4, $5, 'as it stands')`,
    [base, usd, from ?? now, by, now],
  );
  if (!row) throw new Error('nothing was set');
  return row;
}
const approve = (id: string, by: string) =>
  database.rows("SELECT id FROM approve_market_rate($1, $2, $3, 'seen')", [id, by, clock.now()]);
/**
 * Sets a rate, with a second person's approval where it needs one, and lets a second pass: in steps of ten, where it is further
 * from the one that holds.
 */
async function agree(usd: number): Promise<void> {
  const [held] = await database.rows<{ usd: string }>(
    `SELECT numerator / denominator AS usd FROM market_rate_at('BTC', 'USD', $1)`,
    [clock.now()],
  );
  const step = held ? Math.min(Math.max(usd, Math.ceil(Number(held.usd) / 10)), Number(held.usd) * 10) : usd;
  const { id, waits } = await set(step);
  if (waits) await approve(id, 'operator:bob');
  clock.advance(1000);
  if (step !== usd) await agree(usd);
}
const at = (time: Date, base: 'BTC' | 'ON' | 'USDT' = 'BTC'): Promise<string> =>
  rates.at(base, 'USD', time).then(
    ({ numerator, denominator }) => `${numerator}/${denominator}`,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const now = () => at(clock.now());
const refusal = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'done', sqlState);

test('a USDT is worth a USD at any time; what nobody has set has no rate', async () => {
  expect([await at(new Date(0), 'USDT'), await at(later(9_000), 'USDT')]).toEqual(['1/1', '1/1']);
  expect([await now(), await at(clock.now(), 'ON')]).toEqual(['rate.unavailable', 'rate.unavailable']);
});

test('the first rate waits for a second person, who is not the first under another name', async () => {
  const { id, waits } = await set(50_000);
  expect([waits, await now()]).toEqual([true, 'rate.unavailable']);
  expect(await refusal(approve(id, 'operator:ann'))).toBe('TA001');
  expect(await refusal(approve(id, 'command:Ann'))).toBe('TA001');
  await approve(id, 'operator:bob');
  expect(await now()).toBe('50000/1');
  expect(await refusal(approve(id, 'operator:bob'))).toBe('TA002');
});

test.each([
  [55_000, false],
  [55_001, true],
  [45_000, false],
  [44_999, true],
])('after 50,000 a rate of %i waits: %s', async (usd, waits) => {
  await agree(50_000);
  // What was agreed to just now is what counts, whatever the tests before left.
  const { id } = await set(6_000);
  await approve(id, 'operator:bob');
  clock.advance(1000);
  const again = await set(50_000);
  await approve(again.id, 'operator:bob');
  clock.advance(1000);
  expect((await set(usd)).waits).toBe(waits);
  expect(await now()).toBe(waits ? '50000/1' : `${usd}/1`);
});

test('small steps in one direction do not get round the limit within a day', async () => {
  await agree(1);
  await agree(10_000);
  expect((await set(10_900)).waits).toBe(false);
  clock.advance(hourMs);
  expect((await set(11_400)).waits).toBe(true);
  clock.advance(24 * hourMs);
  expect((await set(11_400)).waits).toBe(false);
});

test('one person’s changes of a day count together, also to and fro; another’s do not, nor what two agreed to', async () => {
  await agree(1);
  await agree(10_000);
  expect((await set(10_400)).waits).toBe(false);
  clock.advance(60_000);
  // 4 % up and 3.8 % down.
  expect((await set(10_000)).waits).toBe(false);
  clock.advance(60_000);
  const third = await set(10_400);
  expect([third.waits, await now()]).toEqual([true, '10000/1']);
  expect((await set(10_300, 'operator:bob')).waits).toBe(false);
  clock.advance(60_000);
  // By command everybody is one.
  expect((await set(10_000, 'command:zoe')).waits).toBe(false);
  clock.advance(60_000);
  expect((await set(10_500, 'command:kim')).waits).toBe(false);
  clock.advance(60_000);
  expect((await set(10_200, 'command:ian')).waits).toBe(true);
  const [agreed] = [await set(9_900)];
  expect(agreed?.waits).toBe(true);
  await approve(agreed?.id ?? '', 'operator:bob');
  clock.advance(60_000);
  expect((await set(10_200)).waits).toBe(false);
  clock.advance(24 * hourMs);
  expect((await set(10_600)).waits).toBe(false);
});

test('a USDT moves by half a percent at one person’s word', async () => {
  const usdt = async (numerator: number) => {
    const present = clock.now();
    const row = await database.one<{ waits: boolean }>(
      `SELECT during IS NULL AS waits FROM set_market_rate('USDT', 'USD', $1, 1000, 'x', $2, 'operator:cleo', $2, 'as it stands')`,
      [numerator, present],
    );
    clock.advance(60_000);
    return row?.waits;
  };
  expect([await usdt(994), await usdt(997), await usdt(1000)]).toEqual([true, false, true]);
});

describe('quotes rest around a change that one person made', () => {
  const usdt = async (numerator: number, by: string, from?: Date) => {
    // The clock goes on: what is meant for now is not to be past.
    const now = clock.now();
    const row = await database.one<Made>(
      `SELECT id, during IS NULL AS waits FROM set_market_rate('USDT', 'USD', $1, 1000000, 'x', $2, $3, $4, 'as it stands')`,
      [numerator, from ?? now, by, now],
    );
    if (!row) throw new Error('nothing was set');
    return row;
  };
  /** For how many seconds they rest now, as the clock goes on. */
  const rests = async (base = 'USDT') =>
    Math.ceil(
      (
        await database.one<{ seconds: number | null }>(
          `SELECT extract(epoch FROM rate_rests_until($2, 'USD', $1) - $1)::float8 AS seconds`,
          [clock.now(), base],
        )
      )?.seconds ?? 0,
    );
  const waitMinutes = (minutes: number) => clock.advance(minutes * 60_000);
  /** A day on which nobody has changed anything, from a rate that two agreed to. */
  beforeEach(async () => {
    clock.advance(25 * hourMs);
    for (const rate of [500_000, 1_000_000]) {
      const { id } = await usdt(rate, 'operator:ann');
      await approve(id, 'operator:bob');
      clock.advance(1000);
    }
  });

  test('for five minutes after it, and before one that is announced', async () => {
    expect(await rests()).toBe(0);
    await usdt(1_001_000, 'operator:ann');
    expect(await rests()).toBe(300);
    waitMinutes(4);
    expect(await rests()).toBe(60);
    waitMinutes(1);
    expect(await rests()).toBe(0);
    await usdt(1_002_000, 'operator:ann', later(1));
    expect(await rests()).toBe(0);
    waitMinutes(54);
    expect(await rests()).toBe(0);
    waitMinutes(1);
    expect(await rests()).toBe(600);
    waitMinutes(10);
    expect(await rests()).toBe(0);
  });

  test('not around one that two agreed to, nor where it stays as it was, nor of another pair', async () => {
    const { id, waits } = await usdt(1_100_000, 'operator:ann');
    expect([waits, await rests()]).toEqual([true, 0]);
    await approve(id, 'operator:bob');
    expect([await at(clock.now(), 'USDT'), await rests()]).toEqual(['1100000/1000000', 0]);
    clock.advance(1000);
    await usdt(1_101_000, 'operator:ann');
    expect([await rests(), await rests('BTC')]).toEqual([300, 0]);
    for (let minute = 0; minute < 10; minute += 1) {
      waitMinutes(1);
      await usdt(1_101_000, 'operator:ann');
    }
    expect(await rests()).toBe(0);
  });

  test('six times a day by one, and no more often without a second', async () => {
    const waits = [];
    for (let change = 1; change <= 7; change += 1) {
      // So small that all of them together are no jump.
      waits.push((await usdt(1_000_000 + (change % 2), change % 2 === 0 ? 'operator:ann' : 'operator:Ann')).waits);
      waitMinutes(4);
    }
    expect(waits).toEqual([false, false, false, false, false, false, true]);
    waitMinutes(1);
    expect(await rests()).toBe(0);
    // What is as it was, and another's first, wait for nobody.
    expect([(await usdt(1_000_000, 'operator:ann')).waits, (await usdt(1_000_002, 'operator:bob')).waits]).toEqual([
      false,
      false,
    ]);
    clock.advance(25 * hourMs);
    expect((await usdt(1_000_000, 'operator:ann')).waits).toBe(false);
  });

  test('and what was announced and replaced before it began counts, too', async () => {
    const waits = [];
    for (let change = 1; change <= 7; change += 1)
      waits.push((await usdt(1_000_000 + (change % 2 === 0 ? 1 : 2), 'operator:ann', later(0.01 * change))).waits);
    expect(waits).toEqual([false, false, false, false, false, false, true]);
  });

  test('who is no person sets none', async () => {
    for (const by of ['policy', 'member', 'operator:', 'operator:t\u0456na'])
      expect([by, await refusal(usdt(1_001_000, by))]).toEqual([by, 'TA003']);
  });
});

test('an approval that comes too late is none', async () => {
  const { id, waits } = await set(2_000);
  expect(waits).toBe(true);
  clock.advance(24 * hourMs);
  expect(await refusal(approve(id, 'operator:bob'))).toBe('TA002');
});

test('a rate holds until the next begins, never two at once, and the past stays', async () => {
  await agree(1);
  await agree(20_000);
  const [first, evening, night] = [clock.now(), later(2), later(4)];
  await set(20_500, 'operator:ann', night);
  await set(20_200, 'operator:ann', evening);
  const seen = () => Promise.all([first, later(1), evening, later(3), night, later(5)].map((time) => at(time)));
  expect(await seen()).toEqual(['20000/1', '20000/1', '20200/1', '20200/1', '20500/1', '20500/1']);
  // Another for the same moment takes the place of the one that has not begun.
  await set(20_300, 'operator:ann', evening);
  expect(await seen()).toEqual(['20000/1', '20000/1', '20300/1', '20300/1', '20500/1', '20500/1']);
  expect(await refusal(set(1, 'operator:ann', later(-1)))).toBe('TM002');
  expect(await refusal(set(1, 'operator:ann', clock.now(), 'DOGE'))).toBe('TM001');
  const double = `INSERT INTO market_rate (pair, numerator, denominator, source, set_by, set_at, requested_from, jumps, expires_at, during)
    SELECT pair, 1, 1, 'x', 'x', set_at, set_at, false, set_at, during FROM market_rate WHERE pair = 2 AND NOT isempty(during) LIMIT 1`;
  expect(await refusal(own.sql(double))).toBe('23P01');
  expect(await refusal(own.sql('UPDATE market_rate SET numerator = 7'))).toBe('TR009');
  expect(await refusal(own.sql('DELETE FROM market_rate'))).toBe('TR009');
  clock.advance(6 * hourMs);
});

test('a rate becomes too old, at the time that is asked for', async () => {
  await agree(1);
  await agree(30_000);
  const [held, tomorrow] = [later(23.9), later(24.1)];
  expect([await at(held), await at(tomorrow)]).toEqual(['30000/1', 'rate.stale']);
  clock.advance(48 * hourMs);
  expect([await at(held), await now()]).toEqual(['30000/1', 'rate.stale']);
});

test('twenty set at once stand one after the other', async () => {
  await agree(1);
  await agree(40_000);
  const moment = later(1);
  await Promise.all(Array.from({ length: 20 }, (_, index) => set(40_000 + index, 'operator:ann', moment)));
  expect(
    await own.sql(`SELECT count(*)::int AS held FROM market_rate WHERE during @> $1::timestamptz AND pair = 2`, [
      moment,
    ]),
  ).toEqual([{ held: 1 }]);
});
