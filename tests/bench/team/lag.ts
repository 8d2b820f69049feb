import { setTimeout as delay } from 'node:timers/promises';
import { Database, type Random, Tree } from '../../../api/src/testing/index.ts';
import type { EmptyCluster } from '../ledger/emptyCluster.ts';
import { rounded } from '../ledger/report.ts';
import { summary } from './clients.ts';
import { levelOf, prices } from './sales.ts';

const batchMs = 100;
const salesOfBatch = 100;
/** As the job `team roll-up` has it. */
const restMs = 200;

/** What `count_sales` does for packages, for sales that have none: the members, what they paid, and nothing else. */
const countBare = `
CREATE FUNCTION bench_sales(p_members bigint[], p_levels text[], p_points bigint[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_last bigint;
BEGIN
  PERFORM hold_bonus_calendar();
  WITH counted AS (
    INSERT INTO sale (package, member, level, points, day, ends_on, counted_at)
      SELECT gen_random_uuid(), s.member, s.level, s.points, greatest((now.at AT TIME ZONE 'UTC')::date, c.open_day),
             (now.at AT TIME ZONE 'UTC')::date + 180, now.at
        FROM unnest(p_members, p_levels, p_points) AS s (member, level, points), bonus_calendar c, product_now() AS now (at)
      RETURNING member, points, day, counted_at),
  reported AS (INSERT INTO team_event (node_id, volume, day, at) SELECT member, points, day, counted_at FROM counted RETURNING id)
  SELECT max(id) INTO v_last FROM reported;
  RETURN v_last;
END $$`;

interface Batch {
  /** Of its events. */
  readonly last: string;
  readonly committedAt: number;
}

/**
 * A thousand sales a second for so long, while the index is kept as the product's job does it: how long after its commit a
 * sale is known to all above.
 */
export async function measureLag(cluster: EmptyCluster, members: number, seconds: number, random: Random) {
  await cluster.asOwner((owner) => owner.query(`${countBare}; GRANT EXECUTE ON FUNCTION bench_sales TO trellis_app`));
  const [buyers, worker] = [3, 2].map((poolSize) => new Database({ url: cluster.url, poolSize })) as [
    Database,
    Database,
  ];
  try {
    const rowsBefore = await dayRows(cluster);
    const before = await cluster.meter();
    const waiting: Batch[] = [];
    const lags: number[] = [];
    const folds: number[] = [];
    let sold = true;
    const startedAt = performance.now();
    const selling = sell(buyers, members, seconds, random, (batch) => waiting.push(batch)).finally(() => {
      sold = false;
    });
    const tree = new Tree(worker);
    let busyMs = 0;
    while (sold || waiting.length > 0) {
      const begun = performance.now();
      const taken = await tree.rollUp();
      const folded = performance.now();
      busyMs += folded - begun;
      if (taken === 0) {
        await delay(restMs);
        continue;
      }
      folds.push(folded - begun);
      const oldest = await worker.one<{ id: string | null }>('SELECT min(id) AS id FROM team_event');
      const known = (batch: Batch): boolean => oldest?.id == null || BigInt(batch.last) < BigInt(oldest.id);
      // What was committed after the fold may be gone only after the next one.
      for (const batch of waiting.filter((each) => each.committedAt < folded && known(each))) {
        lags.push(folded - batch.committedAt);
        waiting.splice(waiting.indexOf(batch), 1);
      }
    }
    await selling;
    const lastedMs = performance.now() - startedAt;
    const after = await cluster.meter();
    const sales = lags.length * salesOfBatch;
    return {
      sales,
      seconds: rounded(lastedMs / 1_000, 1),
      lag_ms: { ...summary(lags), longest: rounded(Math.max(...lags), 0) },
      fold_ms: { ...summary(folds), longest: rounded(Math.max(...folds), 0), folds: folds.length },
      busy_share: rounded(busyMs / lastedMs),
      cpu_us_per_sale: rounded((after.cpuUs - before.cpuUs) / sales, 0),
      wal_bytes_per_sale: rounded((after.walBytes - before.walBytes) / sales, 0),
      day_rows_per_sale: rounded(((await dayRows(cluster)) - rowsBefore) / sales, 1),
    };
  } finally {
    await Promise.all([buyers.close(), worker.close()]);
  }
}

/** A batch at each tenth of a second, whether the last one is in or not: buyers do not wait for each other. */
async function sell(
  database: Database,
  members: number,
  seconds: number,
  random: Random,
  reported: (batch: Batch) => void,
): Promise<void> {
  const startedAt = performance.now();
  const under: Promise<void>[] = [];
  for (let n = 0; n < (seconds * 1_000) / batchMs; n += 1) {
    await delay(Math.max(0, startedAt + n * batchMs - performance.now()));
    under.push(sellBatch(database, members, random).then(reported));
  }
  await Promise.all(under);
}

async function sellBatch(database: Database, members: number, random: Random): Promise<Batch> {
  const levels = Array.from({ length: salesOfBatch }, () => random.below(prices.length));
  const row = await database.one<{ last: string }>(
    'SELECT bench_sales($1::bigint[], $2::text[], $3::bigint[]) AS last',
    [
      levels.map(() => String(1 + random.below(members))),
      levels.map(levelOf),
      levels.map((level) => `${prices[level]}000000`),
    ],
  );
  return { last: row?.last ?? '0', committedAt: performance.now() };
}

/** As the owner, whose calls have no time-out: it reads all of them. */
async function dayRows(cluster: EmptyCluster): Promise<number> {
  const { rows } = await cluster.asOwner((owner) =>
    owner.query<{ rows: number }>('SELECT count(*)::integer AS rows FROM team_day'),
  );
  return rows[0]?.rows ?? 0;
}
