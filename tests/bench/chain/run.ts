/**
 * `npm run bench:chain -- --addresses 1000000 --logs 200000`: how fast the watcher reads transfers of a chain when members
 * have so many deposit addresses; one transfer in a thousand is to one of them.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  callOf,
  migrate,
  setLoginPassword,
  startEmbeddedPostgres,
  TestChain,
  TestWatchers,
} from '../../../api/src/testing/index.ts';
import { readOptions } from '../../support/options.ts';

const { values } = readOptions({
  options: { addresses: { type: 'string', default: '1000000' }, logs: { type: 'string', default: '200000' } },
});
const [addresses, logs] = [Number(values.addresses), Number(values.logs)];
if (![addresses, logs].every((value) => Number.isSafeInteger(value) && value >= 1_000)) {
  process.stderr.write('--addresses and --logs are whole numbers from 1000 on.\n');
  process.exit(2);
}

/** As many as one transaction has gas for. */
const logsOfOne = 999;
const rounds = Math.ceil(logs / (logsOfOne + 1));

const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-chain-'));
chmodSync(folder, 0o755);
const server = await startEmbeddedPostgres(folder);
const chain = await TestChain.start();
const watchers = new TestWatchers(server.applicationUrl, chain);
try {
  await migrate(server.url);
  await setLoginPassword(server.url, server.applicationUrl);
  const accounts = await fill(server.url, addresses, rounds);
  const { token } = chain.config('BSC');
  for (let round = 0; round < rounds; round += 1) {
    const data = callOf('spray(uint256,uint256)', [BigInt(round), BigInt(logsOfOne)]);
    await chain.node.receiptOf(await chain.node.send({ from: `0x${'fa'.repeat(20)}`, to: token.account, data }));
    await chain.pay('BSC', accounts[round] ?? '', '20');
  }
  await chain.node.mine(12);
  const startedAt = performance.now();
  const { state } = await watchers.catchUp('BSC');
  const seconds = (performance.now() - startedAt) / 1_000;
  const credited = await countCredited(server.url);
  if (state !== 'upToDate' || credited !== rounds)
    throw new Error(`${state}: ${credited} of ${rounds} deposits were credited`);
  const all = rounds * (logsOfOne + 1);
  process.stdout.write(
    `${all} transfers, ${rounds} of them deposits, among ${addresses} addresses: ${seconds.toFixed(1)} s, ${Math.round(all / seconds)} a second\n`,
  );
} finally {
  await watchers.close();
  await chain.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** @returns the accounts of the first members, who really exist */
async function fill(url: string, count: number, members: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const ids: string[] = [];
    while (ids.length < members) {
      const placed = await client.query<{ id: string }>('SELECT tree_place($1, 0::smallint) AS id', [ids[0] ?? null]);
      ids.push(placed.rows[0]?.id ?? '');
    }
    await client.query(
      `INSERT INTO member (id, username, username_key, email, email_key, password_hash, language, invitation_code, created_at)
       SELECT id, 'm' || n, 'm' || n, n || '@example.com', n || '@example.com', '-', 'en', 'M' || lpad(n::text, 7, '0'), now()
         FROM unnest($1::bigint[]) WITH ORDINALITY AS m (id, n)`,
      [ids],
    );
    // A million members would take their time, and the watcher asks for addresses alone.
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO deposit_address (member_id, chain, derivation_index, address, account, created_at, verified_at)
       SELECT coalesce(($2::bigint[])[n], 1000000000 + n), 'BSC', n, 'bench' || n, substring(sha256(n::text::bytea) FROM 1 FOR 20), now(), now()
         FROM generate_series(1, $1::int) AS n`,
      [count, ids],
    );
    await client.query('VACUUM ANALYZE deposit_address');
    const { rows } = await client.query<{ account: string }>(
      `SELECT '0x' || encode(account, 'hex') AS account FROM deposit_address WHERE member_id = ANY ($1::bigint[])`,
      [ids],
    );
    return rows.map(({ account }) => account);
  } finally {
    await client.end();
  }
}

async function countCredited(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int FROM deposit_transfer WHERE state = 'credited'`,
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
