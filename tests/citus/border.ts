/**
 * `npm run citus:border`: two products, each whole on a node of its own of the Citus cluster of CITUS_URL, and money that goes
 * from members of the one to members of the other: a journal in each by the product's own posting function, in one transaction
 * of the coordinator, while the nodes are killed. In the end both journals of a key are there or none, what was acknowledged
 * is, together they hold what they held, and the books of both are whole; else it exits 1. A node is killed by its backends: Postgres
 * then ends all and recovers. So the cluster has to run on this machine.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Random } from '../../api/src/testing/index.ts';
import { query } from '../kill/evidence.ts';
import { readOptions } from '../support/options.ts';
import { CitusSchema } from './cluster.ts';

const { values } = readOptions({
  options: { seconds: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
});
const { CITUS_URL: adminUrl } = process.env;
if (adminUrl === undefined) {
  process.stderr.write('CITUS_URL is missing, an administrator’s address of a database on a coordinator.\n');
  process.exit(2);
}
const endsAt = () => Date.now() + Number(values.seconds) * 1_000;
const random = new Random(Number(values.seed));
const members = 8;
const each = 1_000_000;
const custody = 201;
const accountOf = (member: string): string => `${member}101`;

interface Cell {
  readonly schema: CitusSchema;
  readonly node: string;
  /** Of its members. */
  readonly ids: readonly string[];
}

/** Connects to the coordinator as the owner of both. A statement that waits for a node that is away ends. */
async function connect({ schema, node }: Cell): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: schema.on(node).coordinatorUrl, statement_timeout: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const post = (client: pg.Client, { schema }: Cell, key: string, member: string, amount: number) =>
  client.query(
    `SELECT ${schema.name}.post($1, $2, $3, $4, 'opening', '{}', ARRAY[$5, $6]::bigint[], ARRAY[$7, -$7::bigint]::bigint[], NULL, NULL, NULL)`,
    [randomUUID(), member, key, createHash('sha256').update(key).digest(), accountOf(member), custody, amount],
  );

interface Sent {
  readonly acknowledged: Set<string>;
  refused: number;
}

/** Sends until the time is over, each transfer in one transaction over both cells. */
async function work(cells: readonly [Cell, Cell], sent: Sent, until: number): Promise<void> {
  let client: pg.Client | undefined;
  while (Date.now() < until) {
    const key = `border-${randomUUID()}`;
    const amount = (1 + random.below(100)) * (random.below(2) === 0 ? 1 : -1);
    try {
      client ??= await connect(cells[0]);
      await client.query('BEGIN');
      // Whichever pays: in one order, so that nobody waits for who waits for them.
      for (const [cell, sign] of [
        [cells[0], -1],
        [cells[1], 1],
      ] as const)
        await post(client, cell, key, random.pick(cell.ids), sign * amount);
      await client.query('COMMIT');
      sent.acknowledged.add(key);
    } catch {
      // Whether it was committed is seen in the end, as by anybody whose answer is lost.
      sent.refused += 1;
      await client?.end().catch(() => undefined);
      client = undefined;
      await delay(100);
    }
  }
  await client?.end();
}

/** Kills a backend of one node and then of the other, each time when both answer, and settles what was prepared there. */
async function kill(admin: string, nodes: readonly string[], until: number): Promise<number> {
  let kills = 0;
  const urls = nodes.map((node) => Object.assign(new URL(admin), { host: node }).href);
  const workers = `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND usename = 'trellis_citus' AND state <> 'idle' LIMIT 1`;
  while (Date.now() < until - 3_000) {
    await delay(500);
    await settle(admin, urls);
    await delay(1_000 + random.below(3_000));
    for (const { pid } of await query<{ pid: number }>(urls[kills % urls.length] ?? '', workers)) {
      process.kill(pid, 'SIGKILL');
      kills += 1;
    }
  }
  return kills;
}

/** Waits until both nodes answer, and the coordinator has settled what they had prepared. */
async function settle(admin: string, urls: readonly string[]): Promise<void> {
  for (let calm = false; !calm; await delay(200))
    calm = await Promise.all(urls.map((url) => query(url, 'SELECT 1')))
      .then(() => query(admin, 'SELECT recover_prepared_transactions()'))
      .then(
        () => true,
        () => false,
      );
}

const keysIn = async ({ schema, node }: Cell): Promise<Set<string>> => {
  const text = `SELECT key FROM journal WHERE key LIKE 'border-%'`;
  return new Set((await query<{ key: string }>(schema.on(node).ownerUrl, text)).map(({ key }) => key));
};
const custodyOf = async ({ schema, node }: Cell): Promise<bigint> => {
  const text = `SELECT balance FROM account WHERE id = ${custody}`;
  return BigInt((await query<{ balance: string }>(schema.on(node).ownerUrl, text))[0]?.balance ?? 0);
};

async function prepare(schema: CitusSchema, place: number): Promise<Cell> {
  const cell: Cell = { schema, node: schema.nodes[place] ?? '', ids: [] };
  await schema.place(cell.node);
  const client = await connect(cell);
  const ids: string[] = [];
  for (let n = 0; n < members; n += 1) {
    const { rows } = await client.query<{ id: string }>('SELECT tree_place($1, 0::smallint) AS id', [
      ids.at(-1) ?? null,
    ]);
    const id = rows[0]?.id ?? '';
    await client.query(
      `INSERT INTO member (id, username, username_key, email, email_key, password_hash, language, invitation_code, created_at)
       VALUES ($1, $2, $2, $2 || '@example.com', $2 || '@example.com', 'none', 'en', $3, now())`,
      [id, `border${n}`, `BORDER${n}A`],
    );
    await post(client, cell, `opening-${n}`, id, each);
    ids.push(id);
  }
  await client.end();
  return { ...cell, ids };
}

const schemas: CitusSchema[] = [];
const cells: Cell[] = [];
try {
  for (const [place, name] of ['border_a', 'border_b'].entries()) {
    const schema = await CitusSchema.create(adminUrl, name);
    schemas.push(schema);
    cells.push(await prepare(schema, place));
  }
  const [a, b] = cells;
  if (!a || !b) throw new Error('there are no two cells');
  const until = endsAt();
  const sent: Sent = { acknowledged: new Set(), refused: 0 };
  const [kills] = await Promise.all([
    kill(adminUrl, [a.node, b.node], until),
    ...Array.from({ length: 4 }, () => work([a, b], sent, until)),
  ]);
  await settle(
    adminUrl,
    cells.map(({ schema, node }) => schema.on(node).ownerUrl),
  );
  const [inA, inB] = [await keysIn(a), await keysIn(b)];
  const halves = [...inA, ...inB].filter((key) => !(inA.has(key) && inB.has(key))).length;
  const lost = [...sent.acknowledged].filter((key) => !inA.has(key) || !inB.has(key)).length;
  const sum = (await custodyOf(a)) + (await custodyOf(b));
  const off = sum + BigInt(2 * members * each);
  for (const { schema, node } of cells) await schema.verify(node);
  process.stdout.write(
    `${inA.size} transfers over the border, ${sent.acknowledged.size} acknowledged, ${sent.refused} refused or unanswered, ${kills} kills\n` +
      `${lost} lost, ${halves} of one cell alone, ${off} off in sum, the books of both are whole\n`,
  );
  if (lost > 0 || halves > 0 || off !== 0n || kills === 0) process.exitCode = 1;
} finally {
  for (const schema of schemas) await schema.remove();
}
