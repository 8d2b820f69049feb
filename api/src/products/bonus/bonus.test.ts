import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { money, packageLevels } from '@trellis/api-contract';
import { Rules } from '../../governance/rules/rules.ts';
import { dayMs, dayText, type UtcDay } from '../../ground/utcDay.ts';
import { ppmOf } from '../../ledger/shares.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database } from '../../platform/db/database.ts';
import { BonusModel } from '../../testing/bonusModel.ts';
import type { BonusLine } from '../../testing/model/bonusDay.ts';
import type { BonusTerms } from '../../testing/model/bonusTerms.ts';
import { Random } from '../../testing/random.ts';
import { setRule } from '../../testing/rules.ts';
import { enrol, fundBonusPool, sell, setNow } from '../../testing/salesTeam.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { Tree } from '../team/tree.ts';
import { closeNextDay } from './bonusClosing.ts';
import { payBonuses } from './bonusPayouts.ts';
import { bothSides, volumeOf } from './carry.ts';
import { TeamPerformance } from './performance.ts';

/**
 * A team that grows, buys and cancels at random, day by day over the end of a month, in the database and in a model that walks
 * and keeps lots: every line of every day is the same to the last unit. `SEED=… DAYS=400 npx jest bonus.test` goes on for long.
 */
const days = Number(process.env.DAYS ?? 40);
const first: UtcDay = Date.parse('2028-02-10') / dayMs;
const caps = new Map(packageLevels.map((level, index) => [level as string, BigInt(index + 1) * 900_000n]));
const prices = [100, 300, 500, 1000, 3000, 5000, 10_000, 30_000].map((units) => BigInt(units) * 1_000_000n + 1n);

let own: TestDatabase;
let database: Database;
let tree: Tree;
beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 4 });
  tree = new Tree(database);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

async function setTerms(
  value: { carryDays: number; ownValuePercent: string | null },
  from: string,
): Promise<BonusTerms> {
  const terms = { directPercent: '3', pairingPercent: '5', budgetPercent: '10', rpPercent: '20', capDivisor: 30 };
  await setRule(own, 'bonusTerms', 'all', { ...terms, ...value }, from);
  return {
    directPpm: ppmOf('3'),
    pairingPpm: ppmOf('5'),
    budgetPpm: ppmOf('10'),
    rpPpm: ppmOf('20'),
    carryDays: value.carryDays,
    capDivisor: 30n,
    monthCaps: caps,
    ownValuePpm: value.ownValuePercent === null ? undefined : ppmOf(value.ownValuePercent),
  };
}

/** What the verifier misses where packages are sold without their journals, parts and certificates. */
const ofPurchases: readonly string[] = [
  'the parts of a package make it up, each on its day',
  'a package was paid for, and its reward reserved, in the journal that it was bought by',
  'a package that was cancelled was so in time, by the mirror image of its purchase, and nothing of it comes back',
  'every package has one certificate or waits for it; there is no gap, and each is made on the one before it',
];

const isReported = ({ matched }: BonusLine, directPoints: bigint): boolean => matched > 0n || directPoints > 0n;

test('every day of a random team comes to what the model has, to the last unit', async () => {
  const random = new Random();
  const seed = `SEED=${random.seed}`;
  const at = (day: UtcDay, time: string) => setNow(own, `${dayText(day)} ${time}+00`);
  await at(first, '00:00');
  await setRule(own, 'productSale', 'team', { open: true, closedIn: 'US' }, "'2001-01-01'");
  for (const [level, month] of caps) await setRule(own, 'bonusCap', level, { month: month.toString() }, "'2001-01-01'");
  let terms = await setTerms({ carryDays: 6, ownValuePercent: null }, "'2001-01-01'");
  await fundBonusPool(own, 500_000_000n);
  let pool = 500_000_000n;

  const countries = new Map<string, string>();
  const model = new BonusModel((member) => countries.get(member) !== 'US');
  const register = async (sponsor: string | null): Promise<void> => {
    const side = random.pick(['left', 'right'] as const);
    const country = random.pick(['KR', 'KR', 'JP', 'US']);
    const id = await enrol(own, sponsor, side, country);
    const [row] = await own.sql<{ parent: string | null; side: number }>(
      'SELECT parent_id AS parent, side FROM tree_node WHERE id = $1',
      [id],
    );
    countries.set(id, country);
    model.add(id, row?.parent ?? null, row?.side === 0 ? 'left' : 'right', sponsor);
  };
  await register(null);
  for (let count = 0; count < 12; count += 1) await register(random.pick(model.tree.ids));

  // What can still be cancelled, and counts on the day after that time.
  const waiting: { id: string; counts: UtcDay; buy: () => void }[] = [];
  let closed = first - 1;
  for (let day = first; day < first + days; day += 1) {
    await at(day, '09:00');
    if (day === first + 15) terms = await setTerms({ carryDays: 6, ownValuePercent: '0.4' }, 'product_now()');
    // Longer than before: what was too old already stays so. Then shorter again.
    if (day === first + 22) terms = await setTerms({ carryDays: 9, ownValuePercent: null }, 'product_now()');
    if (day === first + 30) terms = await setTerms({ carryDays: 3, ownValuePercent: '1.25' }, 'product_now()');
    if (day === first + 8) {
      // Some days without a budget: nothing is used up.
      await fundBonusPool(own, -pool);
      pool = 0n;
    }
    if (day === first + 14) {
      pool = BigInt(random.below(900_000_000));
      await fundBonusPool(own, pool);
    }
    for (let count = random.below(3); count > 0; count -= 1) await register(random.pick(model.tree.ids));
    for (let count = random.below(8) + (day === first ? 1 : 0); count > 0; count -= 1) {
      const place = random.below(prices.length);
      // The first sale of all begins the calendar.
      const cancelDays = random.below(4) === 0 && closed >= first ? 2 : 0;
      const sold = {
        member: random.pick(model.tree.ids),
        level: packageLevels[place] ?? 'Clear',
        price: prices[place] ?? 1n,
        // Now and then one that was under way as its day was closed.
        day: cancelDays === 0 && closed >= first && random.below(8) === 0 ? closed : day,
        loops: 1 + random.below(3),
        loopDays: 3,
        cancelDays,
      };
      const id = await sell(own, sold);
      const counts = cancelDays === 0 ? sold.day : day + cancelDays + 1;
      const buy = (): void =>
        model.buy({
          ...sold,
          from: Math.max(counts, closed + 1),
          until: sold.day + sold.loops * sold.loopDays,
          day: Math.max(counts, closed + 1),
        });
      if (cancelDays === 0) buy();
      else waiting.push({ id, counts, buy });
    }
    const cancellable = waiting.filter(({ counts }) => counts > day);
    if (cancellable.length > 0 && random.below(3) === 0) {
      const gone = random.pick(cancellable);
      await own.sql('INSERT INTO package_cancellation VALUES ($1, gen_random_uuid(), product_now())', [gone.id]);
      waiting.splice(waiting.indexOf(gone), 1);
    }
    // Some days nobody closes: the next closing does them in order.
    if (random.below(4) === 0) continue;
    await at(day + 1, '00:09:59');
    // What counts since midnight counts before the day before it is closed, on its own day.
    for (const due of waiting.filter(({ counts }) => counts <= day + 1)) {
      due.buy();
      waiting.splice(waiting.indexOf(due), 1);
    }
    expect([seed, await closeNextDay(database, tree)]).toEqual([seed, closed < day - 1]);
    if (closed < day - 1) pool = await compare(closed + 1, pool);
    await at(day + 1, '00:10');
    while (await closeNextDay(database, tree)) pool = await compare(closed + 1, pool);
    expect([seed, closed]).toEqual([seed, day]);
    for (let count = 0; count < 3; count += 1) await compareReported(random.pick(model.tree.ids), day);
  }
  expect([seed, await own.sql('SELECT count(*)::int AS paid FROM bonus_line WHERE paid > 0')]).not.toEqual([
    seed,
    [{ paid: 0 }],
  ]);
  while (await database.inTransaction(() => payBonuses(database)));
  expect(await own.sql(`SELECT balance::text FROM account WHERE id = 604`)).toEqual([{ balance: '0' }]);
  const [sums] = await own.sql<{ days: string; usdp: string; rp: string }>(
    `SELECT (SELECT sum(paid) FROM bonus_day)::text AS days, (SELECT sum(balance) FROM account WHERE code = 121)::text AS usdp,
            (SELECT sum(balance) FROM account WHERE code = 131)::text AS rp`,
  );
  expect(BigInt(sums?.usdp ?? 0) + BigInt(sums?.rp ?? 0)).toBe(BigInt(sums?.days ?? -1));
  // The verifier works all days out again, in its own way. Packages were sold here without money, which it sees, too.
  const red = (await verifyAll(own.url)).filter(({ name, rows }) => rows.length > 0 && !ofPurchases.includes(name));
  expect([seed, red]).toEqual([seed, []]);

  /** A day that the database has closed, alongside the model. @returns what the pool has left */
  async function compare(day: UtcDay, before: bigint): Promise<bigint> {
    const expected = model.close(termsOn(day), day, before);
    closed = day;
    const [reported] = await own.sql<Record<string, string>>(
      'SELECT pool::text, budget::text, demand::text, paid::text FROM bonus_day WHERE day = $1',
      [dayText(day)],
    );
    const { budget, demand, paid } = expected;
    expect([seed, dayText(day), reported]).toEqual([
      seed,
      dayText(day),
      { pool: String(before), budget: String(budget), demand: String(demand), paid: String(paid) },
    ]);
    const lines = await own.sql<Record<string, string>>(
      `SELECT member::text, qualified, matched::text, direct::text, pairing::text, cap::text, cut::text, over_limit::text, due::text,
              paid::text, rp::text FROM bonus_line l WHERE day = $1 ORDER BY l.member`,
      [dayText(day)],
    );
    expect([seed, dayText(day), lines]).toEqual([
      seed,
      dayText(day),
      expected.lines
        .filter((line) => isReported(line, directPointsOf(line.member, day)))
        .map((line) => ({
          member: line.member,
          qualified: line.qualified,
          matched: String(line.matched),
          direct: String(line.direct),
          pairing: String(line.pairing),
          cap: String(line.cap),
          cut: String(line.cut),
          over_limit: String(line.overLimit),
          due: String(line.due),
          paid: String(line.paid),
          rp: String(line.rp),
        })),
    ]);
    return before - paid;
  }
  /** What a member reads when a day is closed. */
  async function compareReported(member: string, day: UtcDay): Promise<void> {
    while ((await tree.rollUp()) > 0);
    const clock = { now: () => new Date((day + 1) * dayMs - 1) };
    const rules = new Rules(database, clock);
    const month = dayText(day).slice(0, 7);
    const reported = await new TeamPerformance({ database, rules, clock }).read(member, undefined);
    // What may not be cancelled any more since midnight counts on the next day, and is reported at once.
    const inMonth = Array.from({ length: 32 }, (_each, n) => day + 1 - n).filter((each) =>
      dayText(each).startsWith(month),
    );
    const usd = (minor: bigint) => money(minor, 'USD');
    const lots = model.carryOf(member);
    const carryDays = termsOn(day).carryDays;
    expect([seed, member, dayText(day), reported]).toMatchObject([
      seed,
      member,
      dayText(day),
      {
        month,
        closedThrough: dayText(day),
        ...bothSides((side) => ({
          sales: usd(inMonth.reduce((sum, each) => sum + model.volumeOf(member, side, each), 0n)),
        })),
        sums: { paid: usd(model.paidIn(month, member)) },
        expired: bothSides((side) => usd(model.expiredIn(month, member)[side])),
        carry: bothSides((side) => ({
          volume: usd(volumeOf(lots[side])),
          lots:
            lots[side].length > 6
              ? expect.any(Array)
              : lots[side].map((lot) => ({ lastDay: dayText(lot.day + carryDays), volume: usd(lot.volume) })),
        })),
      },
    ]);
  }
  // The terms as a day ended, which its closing goes by: what was set on a later day does not reach it.
  function termsOn(day: UtcDay): BonusTerms {
    const limit = (percent: string | undefined) => (percent === undefined ? undefined : ppmOf(percent));
    const [carryDays, percent] =
      day < first + 15 ? [6] : day < first + 22 ? [6, '0.4'] : day < first + 30 ? [9] : [3, '1.25'];
    return { ...terms, carryDays: carryDays as number, ownValuePpm: limit(percent as string | undefined) };
  }
  function directPointsOf(member: string, day: UtcDay): bigint {
    return model.directPointsOf(member, day);
  }
});

test('three processes that close and pay at once close each day once, and pay each member once', async () => {
  const crowd = await createTestDatabase();
  const processes = Array.from({ length: 3 }, () => new Database({ url: crowd.url, poolSize: 2 }));
  try {
    await setNow(crowd, `${dayText(first)} 09:00+00`);
    await setRule(crowd, 'productSale', 'team', { open: true, closedIn: '' }, "'2001-01-01'");
    await fundBonusPool(crowd, 900_000_000_000n);
    const root = await enrol(crowd, null, 'left');
    const below = [await enrol(crowd, root, 'left'), await enrol(crowd, root, 'right')];
    for (let day = first; day < first + 6; day += 1) {
      await setNow(crowd, `${dayText(day)} 09:00+00`);
      for (const member of [root, ...below])
        await sell(crowd, { member, level: 'Diamond', price: 30_000_000_000n, day, loops: 12, loopDays: 30 });
    }
    await setNow(crowd, `${dayText(first + 6)} 00:11+00`);
    const closed = await Promise.all(
      processes.map(async (process) => {
        let days = 0;
        for (;;) {
          if (await closeNextDay(process, new Tree(process))) days += 1;
          else if ((await crowd.sql('SELECT 1 FROM bonus_day')).length === 6) return days;
          await process.inTransaction(() => payBonuses(process));
        }
      }),
    );
    expect(closed.reduce((sum, days) => sum + days, 0)).toBe(6);
    for (const process of processes) while (await process.inTransaction(() => payBonuses(process)));
    const [counts] = await crowd.sql<Record<string, number>>(
      `SELECT count(*)::int AS due, count(paid_by)::int AS paid, count(DISTINCT paid_by)::int AS journals,
              (SELECT count(*)::int FROM journal WHERE kind = 'team_bonus') AS posted,
              (SELECT count(*)::int FROM journal WHERE kind = 'bonus_close') AS closings FROM bonus_line WHERE paid > 0`,
    );
    expect(counts).toEqual({ due: 6, paid: 6, journals: 6, posted: 6, closings: 6 });
    expect(await crowd.sql('SELECT balance::text FROM account WHERE id = 604')).toEqual([{ balance: '0' }]);
  } finally {
    for (const process of processes) await process.close();
    await crowd.drop();
  }
});

test('a purchase that waits for the calendar as its day is cut off counts on the next, in no day twice', async () => {
  const late = await createTestDatabase();
  const process = new Database({ url: late.url, poolSize: 4 });
  try {
    await setNow(late, `${dayText(first)} 09:00+00`);
    const root = await enrol(late, null, 'left');
    const other = await enrol(late, root, 'left');
    const sold = { member: other, level: 'Clear', price: 100_000_000n, loops: 3, loopDays: 30 };
    await sell(late, { ...sold, day: first });
    await setNow(late, `${dayText(first + 1)} 00:10+00`);
    // One who has not counted theirs yet holds the calendar: the cut waits for them, and whoever comes after waits for the cut.
    const holder = await late.hold('SELECT hold_bonus_calendar()');
    const cutting = process.inTransaction(() =>
      process.one<{ day: string | null }>('SELECT cut_bonus_day()::text AS day'),
    );
    while (
      (await late.sql(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 7721 AND NOT granted`)).length ===
      0
    );
    const waiting = sell(late, { ...sold, day: first });
    await holder.release();
    expect(await cutting).toEqual({ day: dayText(first) });
    await waiting;
    expect(await late.sql('SELECT day::text, count(*)::int FROM sale GROUP BY 1 ORDER BY 1')).toEqual([
      { day: dayText(first), count: 1 },
      { day: dayText(first + 1), count: 1 },
    ]);
  } finally {
    await process.close();
    await late.drop();
  }
});
