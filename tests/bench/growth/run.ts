/**
 * `npm run bench:growth -- --members 1000000 --each 2`: what members read, on books of a thousand members and of so many, where
 * each has sent so many transfers. Both products run, and are called by turns: the ratio counts. Each member calls twice: the
 * first time their pages are in no memory of Postgres', where a thousand members always are. Nobody does their jobs, and limits
 * of calls a minute are off, because all come from one address.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Random } from '../../../api/src/testing/index.ts';
import { readOptions } from '../../support/options.ts';
import { type Product, startProduct } from '../../support/product.ts';
import { tokenOf } from '../ledger/cluster.ts';
import { percentiles } from '../ledger/contender.ts';
import { EmptyCluster } from '../ledger/emptyCluster.ts';
import { giveMoney } from '../ledger/largeBooks.ts';
import { load } from '../team/loading.ts';
import { sell } from '../team/sales.ts';
import { TeamIndex } from '../team/teamIndex.ts';
import { growTree } from '../team/tree.ts';

const { values } = readOptions({
  options: { members: { type: 'string', default: '1000000' }, each: { type: 'string', default: '2' } },
});
const [members, each] = [Number(values.members), Number(values.each)];
if (![members, each].every((value) => Number.isSafeInteger(value) && value > 0) || members < 1_000) {
  process.stderr.write('--members is a whole number of a thousand or more, --each one of 1 or more.\n');
  process.exit(2);
}
const most = 1.5;
/** Of a list by kind. */
const mostMs = 20;
const calls = 300;

const month = new Date().toISOString().slice(0, 7);
const paths = [
  '/api/v1/profile',
  '/api/v1/balances',
  '/api/v1/balances/history',
  '/api/v1/records',
  '/api/v1/records?kind=transfer_out',
  '/api/v1/records?kind=exchange_in',
  `/api/v1/statements/${month}`,
  '/api/v1/notices',
  '/api/v1/notices/unread',
  '/api/v1/packages',
  '/api/v1/stakes',
  '/api/v1/withdrawals',
  '/api/v1/team/performance',
  '/api/v1/team/search?username=member1',
] as const;

interface Side {
  readonly members: number;
  readonly cluster: EmptyCluster;
  readonly product: Product;
  readonly jobs: NodeJS.Timeout;
}

async function open(count: number): Promise<Side> {
  const cluster = await EmptyCluster.create();
  const random = new Random(20_262);
  const tree = growTree('random', count, random);
  const sales = sell(count, random);
  await load(cluster, { tree, sales, index: new TeamIndex(tree, sales) });
  await giveMoney(cluster, count, count * each);
  const tokens = Array.from({ length: count < 10_000 ? count : 10_000 }, (_, index) => index + 1);
  await cluster.asOwner(async (owner) => {
    await owner.query('SET session_replication_role = replica');
    await owner.query(
      `UPDATE member SET username = 'member' || id, username_key = 'member' || id, terms_agreed = 9223372036854775807`,
    );
    await owner.query(
      `INSERT INTO session (token_hash, member_id, audience, created_at, seen_at, user_agent)
       SELECT token, id, 'member', now(), now(), 'bench' FROM unnest($1::bytea[], $2::bigint[]) AS s (token, id)`,
      [tokens.map((member) => createHash('sha256').update(tokenOf(member)).digest()), tokens],
    );
    await owner.query('VACUUM ANALYZE');
  });
  const hold = () =>
    cluster.asOwner((owner) =>
      owner.query(
        `INSERT INTO role_lease (role, holder, until)
         VALUES ('jobs', '00000000-0000-4000-8000-000000000000', clock_timestamp() + interval '5 seconds')
         ON CONFLICT (role) DO UPDATE SET holder = excluded.holder, until = excluded.until`,
      ),
    );
  await hold();
  const jobs = setInterval(() => void hold(), 1_000);
  const product = await startProduct({
    dataDir: join(cluster.folder, 'product'),
    env: {
      DATABASE_URL: cluster.url,
      OWNER_DATABASE_URL: cluster.ownerUrl,
      SEED_DEMO: 'false',
      RATE_LIMIT_FACTOR: '100000',
    },
  });
  return { members: Math.min(count, 10_000), cluster, product, jobs };
}

/** @returns of the whole database, in gigabytes */
async function sizeOf({ cluster }: Side): Promise<string> {
  const { rows } = await cluster.asOwner((owner) =>
    owner.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes'),
  );
  return (Number(rows[0]?.bytes) / 1e9).toFixed(1);
}

/** @returns how long it took, in milliseconds */
async function call({ product }: Side, path: string, member: number): Promise<number> {
  const cookie = `trellis-dev-session=${tokenOf(member)}`;
  const startedAt = performance.now();
  const answer = await fetch(product.origin + path, { headers: { cookie } });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
  return performance.now() - startedAt;
}

type Took = ReturnType<typeof percentiles>;

/** Each side's members, one after the other. */
async function byTurns(called: ReadonlyMap<Side, readonly number[]>, path: string): Promise<Map<Side, Took>> {
  const took = new Map<Side, number[]>();
  for (let turn = 0; turn < calls; turn += 1)
    for (const [side, members] of turn % 2 === 0 ? called : [...called].reverse())
      took.set(side, [...(took.get(side) ?? []), await call(side, path, members[turn] ?? 1)]);
  return new Map([...took].map(([side, ms]) => [side, percentiles(ms)]));
}

const sides: Side[] = [];
try {
  for (const count of [1_000, members]) {
    const startedAt = performance.now();
    const side = await open(count);
    sides.push(side);
    process.stdout.write(
      `${count} members, ${2 * count * (each + 2)} postings, ${await sizeOf(side)} GB: made in ${Math.round((performance.now() - startedAt) / 1_000)} s\n`,
    );
  }
  const [small, large] = sides as [Side, Side];
  const random = new Random(1);
  for (const path of paths) {
    const called = new Map(
      [small, large].map((side) => [side, Array.from({ length: calls }, () => 1 + random.below(side.members))]),
    );
    // Plans first.
    for (let turn = 0; turn < 20; turn += 1)
      for (const side of [small, large]) await call(side, path, 1 + random.below(side.members));
    const [first, again] = [await byTurns(called, path), await byTurns(called, path)];
    const [few, many] = [again.get(small) as Took, again.get(large) as Took];
    const ratio = many.p50Ms / few.p50Ms;
    const ratioFirst = (first.get(large) as Took).p50Ms / (first.get(small) as Took).p50Ms;
    const isOver = ratio > most || (path.includes('kind=') && many.p50Ms > mostMs);
    process.stdout.write(
      `${isOver ? '!!' : '  '} ${path.padEnd(34)} ${few.p50Ms.toFixed(1).padStart(6)} ms, ${many.p50Ms.toFixed(1).padStart(6)} ms (${ratio.toFixed(2)}; ` +
        `the first time ${ratioFirst.toFixed(2)}); 99 of 100 within ${few.p99Ms.toFixed(0)} and ${many.p99Ms.toFixed(0)} ms\n`,
    );
  }
  process.stdout.write(
    `In brackets: of many to a thousand; wanted ${most.toFixed(2)} at most, and lists by kind in ${mostMs} ms.\n`,
  );
} finally {
  for (const { cluster, product, jobs } of sides) {
    clearInterval(jobs);
    await product.stop();
    await cluster.remove();
  }
}
