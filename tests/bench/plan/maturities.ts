import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { maturityBatch as batch, Database, Random, stakeMaturitiesIn } from '../../../api/src/testing/index.ts';
import type { BenchCluster } from '../ledger/cluster.ts';
import { percentiles } from '../ledger/contender.ts';
import { median, rounded } from '../ledger/report.ts';
import { say } from '../ledger/rounds.ts';
import { matureSingly } from './maturesSingly.ts';

/** One way to carry out what becomes of contracts; each for itself leaves the books as they have to be. */
interface Way {
  readonly name: 'batches' | 'single';
  /** @returns how many were carried out */
  mature(stakes: number): Promise<number>;
}

interface Sample {
  readonly way: Way['name'];
  readonly round: number;
  readonly cpuUs: number;
  readonly walBytes: number;
}

const random = new Random();
const due = `FROM stake WHERE state = 'ongoing' AND matures_on <= (product_now() AT TIME ZONE 'UTC')::date`;

/** A database that notes how long each of its transactions took: as long it can have kept others from what it locked. */
class TimedDatabase extends Database {
  readonly heldMs: number[] = [];

  override async inTransaction<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = await super.inTransaction(work);
    this.heldMs.push(performance.now() - startedAt);
    return result;
  }
}

/**
 * The contracts whose term ends on one day: in turns by the product's batches and by the single posting call; and then all
 * that is left by the product.
 */
export async function measureMaturities(cluster: BenchCluster, stakes: number, rounds: number) {
  const database = new TimedDatabase({ url: cluster.url, poolSize: 1 });
  const owner = new pg.Client({ connectionString: cluster.ownerUrl });
  await owner.connect();
  try {
    await owner.query(matureSingly);
    const maturities = stakeMaturitiesIn(database);
    const ways: readonly Way[] = [
      {
        name: 'batches',
        async mature(count) {
          for (let done = 0; done < count; done += batch) await maturities.carryOutDue();
          return count;
        },
      },
      { name: 'single', mature: (count) => singly(owner, count) },
    ];
    const slice = Math.max(2, Math.min(50, Math.floor(stakes / 12 / batch))) * batch;
    const samples: Sample[] = [];
    // The first round warms up connections, plans and caches.
    for (let round = 0; round <= rounds; round += 1)
      for (const way of random.shuffle(ways)) {
        const sample = await costOf(cluster, way, round, way.name === 'single' ? Math.ceil(slice / 4) : slice);
        if (round > 0) samples.push(sample);
      }
    const rest = await restOfDay(cluster, owner, () => maturities.carryOutDue());
    return summaryOf(samples, database.heldMs, rest);
  } finally {
    await database.close();
    await owner.end();
  }
}

async function singly(owner: pg.Client, count: number): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(`SELECT id ${due} ORDER BY matures_on, member, id LIMIT $1`, [
    count,
  ]);
  for (const { id } of rows)
    await owner.query({
      name: 'mature singly',
      text: 'SELECT mature_singly($1, $2)',
      values: [[randomUUID(), randomUUID()], id],
    });
  return rows.length;
}

/** Of one contract, in microseconds of all of Postgres, and bytes. */
async function costOf(cluster: BenchCluster, { name, mature }: Way, round: number, stakes: number): Promise<Sample> {
  const before = await cluster.meter();
  const matured = await mature(stakes);
  const after = await cluster.meter();
  return {
    way: name,
    round,
    cpuUs: (after.cpuUs - before.cpuUs) / matured,
    walBytes: (after.walBytes - before.walBytes) / matured,
  };
}

interface RestOfDay {
  readonly stakes: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

async function restOfDay(cluster: BenchCluster, owner: pg.Client, mature: () => Promise<boolean>): Promise<RestOfDay> {
  const left = async (): Promise<number> => {
    const { rows } = await owner.query<{ stakes: number }>(`SELECT count(*)::integer AS stakes ${due}`);
    return rows[0]?.stakes ?? 0;
  };
  const stakes = await left();
  const before = await cluster.meter();
  const startedAt = performance.now();
  while (await mature());
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await cluster.meter();
  const missed = await left();
  if (missed > 0) throw new Error(`${missed} contracts are due and were not carried out`);
  return { stakes, seconds, cpuSeconds: (after.cpuUs - before.cpuUs) / 1_000_000 };
}

function summaryOf(samples: readonly Sample[], held: readonly number[], rest: RestOfDay) {
  const samplesOf = (way: Way['name']): readonly Sample[] => samples.filter((sample) => sample.way === way);
  const costs = (way: Way['name']): number => median(samplesOf(way).map(({ cpuUs }) => cpuUs));
  const wal = (way: Way['name']): number => median(samplesOf(way).map(({ walBytes }) => walBytes));
  for (const way of ['batches', 'single'] as const)
    say(
      `${way.padEnd(20)} ${(1_000_000 / costs(way)).toFixed(0).padStart(7)} a CPU second  ${costs(way).toFixed(0).padStart(5)} us Postgres  ${wal(
        way,
      )
        .toFixed(0)
        .padStart(6)} B WAL`,
    );
  const { p50Ms, p99Ms } = percentiles([...held]);
  return {
    ratio: rounded(
      median(
        samplesOf('batches').flatMap(({ round, cpuUs }) => {
          const other = samplesOf('single').find((sample) => sample.round === round);
          return other ? [other.cpuUs / cpuUs] : [];
        }),
      ),
    ),
    cpu_us: { batches: rounded(costs('batches'), 0), single: rounded(costs('single'), 0) },
    wal_bytes: { batches: rounded(wal('batches'), 0), single: rounded(wal('single'), 0) },
    batch_ms: {
      of: batch,
      p50: rounded(p50Ms, 1),
      p99: rounded(p99Ms, 1),
      longest: rounded(Math.max(...held), 1),
      over_20: held.filter((ms) => ms > 20).length,
      batches: held.length,
    },
    rest_of_day: {
      stakes: rest.stakes,
      seconds: rounded(rest.seconds, 1),
      cpu_seconds: rounded(rest.cpuSeconds, 1),
    },
  };
}
