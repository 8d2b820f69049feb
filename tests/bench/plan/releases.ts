import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { releaseBatch as batch, Database, Random, releaseDue } from '../../../api/src/testing/index.ts';
import type { BenchCluster } from '../ledger/cluster.ts';
import { percentiles } from '../ledger/contender.ts';
import type { Meter } from '../ledger/emptyCluster.ts';
import { median, rounded } from '../ledger/report.ts';
import { say } from '../ledger/rounds.ts';

/** One way to let parts come back; each for itself leaves the books as they have to be. */
interface Way {
  readonly name: string;
  /** @returns how many came back: as many as were asked for, while so many are due */
  release(parts: number): Promise<number>;
}

interface Sample {
  readonly way: string;
  readonly round: number;
  readonly cpuUs: number;
  readonly walBytes: number;
}

const random = new Random();

/**
 * The parts that are due on one day: in turns by the product's batches and by the single posting call, both with their
 * notices and without; and then all that is left by the product.
 */
export async function measureReleases(cluster: BenchCluster, parts: number, rounds: number) {
  const database = new Database({ url: cluster.url, poolSize: 1 });
  const owner = new pg.Client({ connectionString: cluster.ownerUrl });
  await owner.connect();
  try {
    await owner.query(await quietRelease(owner));
    await owner.query(singleRelease);
    const held: number[] = [];
    const ways = [
      batches('batches', held, () => database.inTransaction(() => releaseDue(database))),
      batches('batches, no notices', [], () =>
        database.inTransaction(async () => {
          const ids = Array.from({ length: batch }, () => randomUUID());
          await database.one('SELECT * FROM release_quietly($1, NULL)', [ids]);
          return true;
        }),
      ),
      singly('single', owner, true),
      singly('single, no notices', owner, false),
    ];
    const slice = Math.max(2 * batch, Math.min(50 * batch, Math.floor(parts / 40 / batch) * batch));
    const samples: Sample[] = [];
    // The first round warms up connections, plans and caches.
    for (let round = 0; round <= rounds; round += 1)
      for (const way of random.shuffle(ways)) {
        const { cpuUs, walBytes } = await costOf(
          cluster,
          way,
          way.name.startsWith('single') ? Math.ceil(slice / 4) : slice,
        );
        if (round > 0) samples.push({ way: way.name, round, cpuUs, walBytes });
      }
    const rest = await restOfDay(cluster, owner, () => database.inTransaction(() => releaseDue(database)), held);
    return summaryOf(samples, held, rest);
  } finally {
    await database.close();
    await owner.end();
  }
}

/** @param held what each batch took, from before its first lock until after its commit */
function batches(name: string, held: number[], releaseBatch: () => Promise<boolean>): Way {
  return {
    name,
    async release(parts) {
      for (let done = 0; done < parts; done += batch) await timed(held, releaseBatch);
      return parts;
    },
  };
}

async function timed<Result>(held: number[], work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  held.push(performance.now() - startedAt);
  return result;
}

function singly(name: string, owner: pg.Client, reported: boolean): Way {
  return {
    name,
    async release(parts) {
      const { rows } = await owner.query<{ package: string; n: number }>(
        `SELECT package, n FROM package_loop WHERE released_by IS NULL AND NOT cancelled AND due_on <= product_now()::date
          ORDER BY due_on, member, package, n LIMIT $1`,
        [parts],
      );
      for (const { package: id, n } of rows)
        await owner.query({
          name: `release singly ${reported}`,
          text: 'SELECT release_singly($1, $2, $3, $4)',
          values: [randomUUID(), id, n, reported],
        });
      return rows.length;
    },
  };
}

/** Of one part, in microseconds of all of Postgres, and bytes. */
async function costOf(cluster: BenchCluster, way: Way, parts: number): Promise<Meter> {
  const before = await cluster.meter();
  const released = await way.release(parts);
  const after = await cluster.meter();
  return {
    cpuUs: (after.cpuUs - before.cpuUs) / released,
    walBytes: (after.walBytes - before.walBytes) / released,
  };
}

interface RestOfDay {
  readonly parts: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

async function restOfDay(
  cluster: BenchCluster,
  owner: pg.Client,
  release: () => Promise<boolean>,
  held: number[],
): Promise<RestOfDay> {
  const left = async (): Promise<number> => {
    const { rows } = await owner.query<{ parts: number }>(
      `SELECT count(*)::integer AS parts FROM package_loop
        WHERE released_by IS NULL AND NOT cancelled AND due_on <= product_now()::date`,
    );
    return rows[0]?.parts ?? 0;
  };
  const parts = await left();
  const before = await cluster.meter();
  const startedAt = performance.now();
  while (await timed(held, release));
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await cluster.meter();
  const missed = await left();
  if (missed > 0) throw new Error(`${missed} parts are due and were not released`);
  return { parts, seconds, cpuSeconds: (after.cpuUs - before.cpuUs) / 1_000_000 };
}

function summaryOf(samples: readonly Sample[], held: readonly number[], rest: RestOfDay) {
  const samplesOf = (way: string): readonly Sample[] => samples.filter((sample) => sample.way === way);
  const costs = (way: string): number => median(samplesOf(way).map(({ cpuUs }) => cpuUs));
  const ratio = (way: string, against: string): number =>
    median(
      samplesOf(way).flatMap((sample) => {
        const other = samplesOf(against).find(({ round }) => round === sample.round);
        return other ? [other.cpuUs / sample.cpuUs] : [];
      }),
    );
  for (const way of new Set(samples.map((sample) => sample.way)))
    say(
      `${way.padEnd(20)} ${(1_000_000 / costs(way)).toFixed(0).padStart(7)} a CPU second  ${costs(way).toFixed(0).padStart(5)} us Postgres  ${median(
        samplesOf(way).map(({ walBytes }) => walBytes),
      )
        .toFixed(0)
        .padStart(6)} B WAL`,
    );
  const perCpuSecond = (way: string): number | null => rounded(1_000_000 / costs(way), 0);
  return {
    ratio: {
      batches_to_single: rounded(ratio('batches', 'single')),
      batches_to_single_no_notices: rounded(ratio('batches, no notices', 'single, no notices')),
      // What a notice costs, against a goal that knew of none.
      batches_with_to_single_without: rounded(ratio('batches', 'single, no notices')),
    },
    per_cpu_second: {
      batches: perCpuSecond('batches'),
      batches_no_notices: perCpuSecond('batches, no notices'),
      single: perCpuSecond('single'),
      single_no_notices: perCpuSecond('single, no notices'),
    },
    notice_cpu_us: rounded(costs('batches') - costs('batches, no notices'), 1),
    batch_ms: {
      p50: rounded(percentiles(held).p50Ms, 1),
      p99: rounded(percentiles(held).p99Ms, 1),
      longest: rounded(Math.max(...held), 1),
      over_20: held.filter((ms) => ms > 20).length,
      batches: held.length,
    },
    rest_of_day: {
      parts: rest.parts,
      seconds: rounded(rest.seconds, 1),
      cpu_seconds: rounded(rest.cpuSeconds, 1),
    },
  };
}

/** The product's own function without its notices, under another name. @throws Error if it has none to leave out */
async function quietRelease(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ source: string }>(
    `SELECT pg_get_functiondef('release_packages'::regproc) AS source`,
  );
  const source = rows[0]?.source ?? '';
  const quiet = source
    .replace('release_packages(', 'release_quietly(')
    .replace(/,\s*reported AS \(\s*INSERT INTO notice [\s\S]*?p\.id = marked\.package\)/, '');
  if (quiet.includes('notice') || quiet.length > source.length - 200)
    throw new Error('release_packages reports releases in another way now: mend quietRelease');
  return `${quiet}; GRANT EXECUTE ON FUNCTION release_quietly TO trellis_app`;
}

/** What the single posting call makes of a part: in one call to the server and one transaction, as a worker would. */
const singleRelease = `
CREATE FUNCTION release_singly(p_id uuid, p_package uuid, p_n integer, p_reported boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_loop package_loop; v_made record; v_key text := package_loop_key(p_package, p_n);
BEGIN
  SELECT * INTO v_loop FROM package_loop WHERE package = p_package AND n = p_n AND released_by IS NULL FOR NO KEY UPDATE;
  SELECT * INTO STRICT v_made FROM post(p_id, v_loop.member, v_key, sha256(convert_to(v_key, 'UTF8')), 'package_release',
    jsonb_build_object('package', p_package, 'loop', p_n),
    ARRAY[v_loop.member * 1000 + 121, v_loop.member * 1000 + 122, 221, 301, 604],
    ARRAY[v_loop.value + v_loop.reward, -v_loop.value, -v_loop.reward, v_loop.reward, -v_loop.reward], NULL, NULL, NULL);
  UPDATE package_loop SET released_by = p_id, released_at = v_made.at WHERE package = p_package AND n = p_n;
  IF p_reported THEN
    INSERT INTO notice (member, kind, template, params, link, journal, created_at)
      SELECT v_loop.member, 'stake', 'packageReleased',
             jsonb_build_object('level', p.level, 'amount', amount_text(v_loop.value + v_loop.reward, 'USDP')),
             '/plan/packages/' || p.id, p_id, v_made.at
        FROM package p WHERE p.id = p_package;
  END IF;
END $$`;
