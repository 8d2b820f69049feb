/**
 * `npm run bench:verifier -- --members 1000000 --transfers 1000000`: how long each invariant takes on books of that size, the
 * seals, the whole, and what an hourly run looks at; what Node needs for it. The team and its sales are those of `bench:team`,
 * each member has two accounts; a sale has no package here, which some invariants say.
 */
import type pg from 'pg';
import { checkSeals, inSnapshot, Random, verifyAll, withVerifier } from '../../../api/src/testing/index.ts';
import { readOptions } from '../../support/options.ts';
import { EmptyCluster } from '../ledger/emptyCluster.ts';
import { giveMoney } from '../ledger/largeBooks.ts';
import { load } from '../team/loading.ts';
import { sell } from '../team/sales.ts';
import { TeamIndex } from '../team/teamIndex.ts';
import { growTree } from '../team/tree.ts';

const { values } = readOptions({
  options: { members: { type: 'string', default: '1000000' }, transfers: { type: 'string', default: '1000000' } },
});
const [members, transfers] = [Number(values.members), Number(values.transfers)];
if (![members, transfers].every((value) => Number.isSafeInteger(value) && value > 1)) {
  process.stderr.write('--members and --transfers are whole numbers above 1.\n');
  process.exit(2);
}

const cluster = await EmptyCluster.create();
try {
  const random = new Random(20_261);
  const tree = growTree('random', members, random);
  const sales = sell(members, random);
  say('the team with its index', await timed(() => load(cluster, { tree, sales, index: new TeamIndex(tree, sales) })));
  say('their money', await timed(() => giveMoney(cluster, members, transfers)));
  const sealed = await timed(() =>
    cluster.asOwner(async (owner) => {
      while ((await owner.query('SELECT FROM seal_next(1000)')).rows.length > 0);
    }),
  );
  say('sealed', sealed);
  await withVerifier(cluster.ownerUrl, (client) => inSnapshot(client, () => everyInvariant(client)));
  for (const hours of [1, 2]) await withVerifier(cluster.ownerUrl, (client) => since(client, hours));
  say('all seals, in Node', await timed(() => withVerifier(cluster.ownerUrl, (client) => checkSeals(client, {}))));
  say(
    'the latest hundred seals',
    await timed(() => withVerifier(cluster.ownerUrl, (client) => checkSeals(client, { latest: 100 }))),
  );
  let red: string[] = [];
  const whole = await timed(async () => {
    red = (await verifyAll(cluster.ownerUrl)).filter(({ rows }) => rows.length > 0).map(({ name }) => name);
  });
  say('every invariant, as the verifier does', whole);
  process.stdout.write(`red, by how it was filled: ${red.join('; ') || 'nothing'}\n`);
  process.stdout.write(`memory of Node: ${Math.round(process.resourceUsage().maxRSS / 1_024)} MB at most\n`);
} finally {
  await cluster.remove();
}

/** Those that take longest, by the statements that the database has. */
async function everyInvariant(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; sql: string }>('SELECT name, sql FROM invariant ORDER BY place');
  const times: (readonly [string, number])[] = [];
  for (const { name, sql } of rows) times.push([name, await timed(() => client.query(sql, [1_000]))]);
  say(
    'all that the database looks for',
    times.reduce((sum, [, ms]) => sum + ms, 0),
  );
  for (const [name, ms] of times.toSorted(([, a], [, b]) => b - a).slice(0, 15)) say(`  ${name}`, ms);
}

/** What an hourly run looks at, of the last hours that have transfers. */
async function since(client: pg.Client, hours: number): Promise<void> {
  const { rows } = await client.query<{ since: string; journals: string }>(
    `SELECT since::text, (SELECT count(*) FROM journal WHERE recorded_at >= since) AS journals
       FROM (SELECT max(recorded_at) - make_interval(hours => $1) AS since FROM journal WHERE kind = 'transfer') latest`,
    [hours],
  );
  const { since, journals } = rows[0] ?? {};
  const ms = await timed(() => client.query('SELECT check_invariants($1)', [since]));
  say(`what is recent, of ${journals} journals in ${hours} h`, ms);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const at = performance.now();
  await work();
  return performance.now() - at;
}

function say(what: string, ms: number): void {
  process.stdout.write(`${(ms / 1_000).toFixed(2).padStart(8)} s  ${what}\n`);
}
