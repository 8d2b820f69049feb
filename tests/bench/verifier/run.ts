/**
 * `npm run bench:verifier -- --members 1000000 --transfers 1000000`: how long each invariant takes on books of that size, the
 * seals, and the whole; what Node needs for it. The team and its sales are those of `bench:team`, each member has two accounts;
 * a sale has no package here, which some invariants say.
 */
import type pg from 'pg';
import { checkSeals, inSnapshot, Random, verifyAll, withVerifier } from '../../../api/src/testing/index.ts';
import { readOptions } from '../../support/options.ts';
import { EmptyCluster } from '../ledger/emptyCluster.ts';
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

const each = 10_000_000_000;
const openedAt = `'${new Date(Date.now() - 86_400_000).toISOString()}'::timestamptz`;
const openingOf = (member: string) => `('00000000-0000-7000-8000-' || lpad(${member}::text, 12, '0'))::uuid`;
const units = `(VALUES (101, 201), (111, 211)) AS unit (own, custody)`;
/** Every transfer is of one cent, from the member n of its number to the one above, in the order of time. */
const fill = [
  `SET session_replication_role = replica`,
  `INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
     SELECT n, 'bench-opening', ${openingOf('n')}, '\\x00', 'opening', '{}', ${openedAt} + n * interval '1 millisecond'
       FROM generate_series(1, ${members}) n`,
  `INSERT INTO account (id, owner, code, balance, floor, seq)
     SELECT n * 1000 + own, n, own, ${each}, 0, 1 FROM generate_series(1, ${members}::bigint) n, ${units}`,
  `INSERT INTO account (id, owner, code, balance, floor, seq)
     SELECT code, 0, code, 0, floor, 0 FROM account_kind WHERE NOT member ON CONFLICT DO NOTHING`,
  `INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at)
     SELECT n * 1000 + own, 1, ${openingOf('n')}, ${each}, ${each}, ${openedAt} + n * interval '1 millisecond'
       FROM generate_series(1, ${members}::bigint) n, ${units}
     UNION ALL
     SELECT custody, a.seq + n, ${openingOf('n')}, -${each}, a.balance - ${each} * n, ${openedAt} + n * interval '1 millisecond'
       FROM generate_series(1, ${members}::bigint) n, ${units} JOIN account a ON a.id = custody`,
  `UPDATE account SET balance = balance - ${each} * ${members}::bigint, seq = seq + ${members} WHERE id IN (201, 211)`,
  `CREATE TEMP TABLE made AS
     SELECT n, 2 + n % (${members} - 1) AS payer, 1 + n % (${members} - 1) AS payee, gen_random_uuid() AS id,
            now() - interval '23 hours' + n * interval '79 milliseconds' / greatest(1, ${transfers} / 1000000) AS at
       FROM generate_series(1, ${transfers}) n`,
  `INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
     SELECT payer, 'bench-' || n, id, '\\x00', 'transfer', '{}', at FROM made`,
  `CREATE TEMP TABLE legs AS
     SELECT account, id, amount, at, 1 + row_number() OVER own AS seq, ${each} + sum(amount) OVER own AS balance
       FROM (SELECT payer * 1000 + 101 AS account, id, -10000 AS amount, at FROM made
             UNION ALL SELECT payee * 1000 + 101, id, 10000, at FROM made) leg
     WINDOW own AS (PARTITION BY account ORDER BY at, amount)`,
  `INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at)
     SELECT account, seq, id, amount, balance, at FROM legs`,
  `UPDATE account a SET seq = l.seq, balance = l.balance FROM
     (SELECT DISTINCT ON (account) account, seq, balance FROM legs ORDER BY account, seq DESC) l WHERE a.id = l.account`,
  `DROP TABLE made, legs`,
  `SET session_replication_role = DEFAULT`,
];

const cluster = await EmptyCluster.create();
try {
  const random = new Random(20_261);
  const tree = growTree('random', members, random);
  const sales = sell(members, random);
  say('the team with its index', await timed(() => load(cluster, { tree, sales, index: new TeamIndex(tree, sales) })));
  const filled = await timed(() =>
    cluster.asOwner(async (owner) => {
      await owner.query(`SET work_mem = '512MB'`);
      for (const statement of fill) await owner.query(statement);
      await owner.query('VACUUM ANALYZE');
    }),
  );
  say('their money', filled);
  const sealed = await timed(() =>
    cluster.asOwner(async (owner) => {
      while ((await owner.query('SELECT FROM seal_next(1000)')).rows.length > 0);
    }),
  );
  say('sealed', sealed);
  await withVerifier(cluster.ownerUrl, (client) => inSnapshot(client, () => everyInvariant(client)));
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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const at = performance.now();
  await work();
  return performance.now() - at;
}

function say(what: string, ms: number): void {
  process.stdout.write(`${(ms / 1_000).toFixed(2).padStart(8)} s  ${what}\n`);
}
