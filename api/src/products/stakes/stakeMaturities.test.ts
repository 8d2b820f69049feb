import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { openDatabaseClock } from '../../development/databaseClock.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database } from '../../platform/db/database.ts';
import { balanceOf, give } from '../../testing/balances.ts';
import { memberIds } from '../../testing/members.ts';
import { setRule } from '../../testing/rules.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { stakeMaturitiesIn } from '../../testing/stakeMaturing.ts';
import { daysOn, giveStake, stakePoolHolds } from '../../testing/stakes.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { maturityBatch, stakeMaturities } from './stakeMaturities.ts';

/** The clock of process and database is one, and goes where the test puts it. */
let app: TestApplication;
let clock: DevelopmentClock;
/** As three processes have them. */
let databases: Database[];
let members: ReadonlyMap<string, string>;

beforeAll(async () => {
  clock = new DevelopmentClock(scratchFolder('maturities'));
  app = await startTestApplication({}, { clock });
  await openDatabaseClock(app.database.ownerUrl, clock);
  databases = [1, 2, 3].map(() => new Database({ url: app.database.url, poolSize: 2 }));
  members = await memberIds(app.database);
  await app.database.sql(`UPDATE member SET country = 'JP'`);
  await setRule(app.database, 'productSale', 'stake', { open: true, closedIn: '' });
});
afterEach(async () => {
  const findings = await verifyAll(app.database.url);
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await app.close();
});

const jobIn = (database: Database) => stakeMaturities(stakeMaturitiesIn(database));
async function runAll(database: Database): Promise<void> {
  const job = jobIn(database);
  while ((await job.run(new AbortController().signal)) === true);
}
async function stakesOf(names: readonly string[], each: number): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    await give(app.database, name, 'usdAvailable', 100 * each);
    for (let n = 0; n < each; n += 1) ids.push(await giveStake(app.database, name));
  }
  return ids;
}
const chooseAll = (option: number, accepts = 0) =>
  app.database.sql(
    `SELECT count(choose_for_stake(member, id, $1, 'balance', NULL, NULL, $2)) FROM stake WHERE state IN ('ongoing', 'unlocked')`,
    [option, accepts],
  );
const states = () =>
  app.database.sql<{ state: string; term: number; count: number }>(
    'SELECT state, term, count(*)::integer FROM stake GROUP BY 1, 2 ORDER BY 1, 2',
  );

test('three processes at once carry out each of more than a batch once, and share the pool to its last unit', async () => {
  const names = [...members.keys()].filter((name) => name !== 'demo');
  await stakesOf(names, 10);
  await chooseAll(1);
  // A whole reward is 0.986301: enough for a hundred, and a part.
  await stakePoolHolds(app.database, 99_000_000n);
  await daysOn(databases[0] as Database, clock, 90, -3_600_000);
  expect(await databases[0]?.rows('SELECT lock_due_stakes(10, NULL) AS due')).toEqual([{ due: [] }]);
  await daysOn(databases[0] as Database, clock, 1);
  await Promise.all(databases.map(runAll));
  expect(await states()).toEqual([{ state: 'ongoing', term: 2, count: names.length * 10 }]);
  expect(await balanceOf(app.database, 602n)).toBe(0n);
  const rewards = await app.database.sql<{ reward: string; count: number }>(
    'SELECT reward, count(*)::integer FROM stake GROUP BY 1 ORDER BY count(*) DESC, 1 DESC',
  );
  expect(rewards).toEqual([
    { reward: '986301', count: 100 },
    { reward: '0', count: names.length * 10 - 101 },
    { reward: '369900', count: 1 },
  ]);
  // In batches, also that in which the pool came to its end: none was given up and done one by one.
  const [times] = await app.database.sql<{ count: number }>(
    `SELECT count(DISTINCT at)::integer AS count FROM stake_event WHERE kind = 'renewed'`,
  );
  expect(times?.count).toBeLessThan(maturityBatch / 2);
});

test('after a silence of 400 days what was chosen holds for one term, and then it waits', async () => {
  await stakePoolHolds(app.database, 500_000_000n);
  await chooseAll(2);
  await daysOn(databases[0] as Database, clock, 400);
  await runAll(databases[0] as Database);
  await runAll(databases[0] as Database);
  const [row] = await states();
  expect(row).toMatchObject({ state: 'unlocked', term: 3 });
  // Each term earned, the second of them for one term alone.
  expect(await balanceOf(app.database, 602n)).toBe(500_000_000n - BigInt(row?.count ?? 0) * 986_301n - 0n);
});

test('one that cannot be carried out is shown, and keeps nothing of the others', async () => {
  await stakePoolHolds(app.database, 0n);
  const ids = await stakesOf(['demo'], 5);
  await stakePoolHolds(app.database, 100_000_000n);
  await app.database.sql(
    `SELECT choose_for_stake(member, id, 2, 'balance', NULL, NULL, 0) FROM stake WHERE id = ANY ($1::uuid[])`,
    [ids],
  );
  // Something else was posted under the key of its next term.
  const odd = ids[2];
  await app.database.sql(
    `SELECT post(gen_random_uuid(), member, 'stake-term:' || id || ':2', '\\x00', 'opening', '{}',
                 ARRAY[member * 1000 + 101, 201], ARRAY[1, -1], NULL, NULL, NULL) FROM stake WHERE id = $1`,
    [odd],
  );
  await daysOn(databases[0] as Database, clock, 90);
  await expect(runAll(databases[0] as Database)).rejects.toThrow('1 stakes are due and wait');
  const rows = await app.database.sql<{ id: string; term: number }>(
    'SELECT id, term FROM stake WHERE id = ANY ($1::uuid[]) AND matures_on > $2::date',
    [ids, clock.now().toISOString()],
  );
  expect(rows.map(({ id, term }) => [id, term]).toSorted()).toEqual(
    ids
      .filter((id) => id !== odd)
      .map((id) => [id, 2])
      .toSorted(),
  );
});
