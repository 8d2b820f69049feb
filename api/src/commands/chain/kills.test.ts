import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { creditsOf, depositAccount } from '../../testing/deposits.ts';
import { type NodeCall, NodeProxy } from '../../testing/nodeProxy.ts';
import { partOf } from '../../testing/sample.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { TestChain } from '../../testing/testChain.ts';

/** `npm run chain:watch` is killed at each step that it makes, and another goes on. */
let chain: TestChain;
let app: TestApplication;
let proxy: NodeProxy;
let account = '';
/** Killed at the first call that this wants; its answer never comes. */
let deadly: ((call: NodeCall) => boolean) | undefined;
let watcher: ChildProcess | undefined;
const dataDir = mkdtempSync(join(tmpdir(), 'trellis-kills-'));

beforeAll(async () => {
  chain = await TestChain.start();
  app = await startTestApplication({ chains: chain.configs, watchChains: false });
  account = await depositAccount(app, 'hana', 'BSC');
  proxy = await NodeProxy.start(chain.url, async (call, forward) => {
    if (!deadly?.(call)) return forward(call);
    deadly = undefined;
    watcher?.kill('SIGKILL');
    throw new Error('nobody is there any more');
  });
});
afterAll(async () => {
  watcher?.kill('SIGKILL');
  proxy?.close();
  await app?.close();
  await chain?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function startWatcher(): ChildProcess {
  const { token, chainId, key, confirmations } = chain.config('BSC');
  const started = spawn(process.execPath, [join(import.meta.dirname, 'watch.ts')], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: app.database.url,
      DATA_DIR: dataDir,
      CHAIN_BSC_RPC_URL: proxy.url,
      CHAIN_BSC_CHAIN_ID: String(chainId),
      CHAIN_BSC_USDT: token.address,
      CHAIN_BSC_XPUB: chain.xpub('BSC'),
      CHAIN_BSC_XPUB_CHECK_ADDRESS: key.at(0).address,
      CHAIN_BSC_START_BLOCK: '0',
      CHAIN_BSC_CONFIRMATIONS: String(confirmations),
      CHAIN_BSC_POLL_MS: '100',
    },
  });
  watcher = started;
  return started;
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (child.signalCode === null ? child.once('exit', () => resolve()) : resolve()));
/** As if the time had passed after which another worker takes over. */
const endLease = () => app.database.sql('UPDATE chain_cursor SET leased_until = now()');

/** Runs a watcher until what was paid is credited. */
async function untilCredited(expected: string): Promise<void> {
  await endLease();
  const child = startWatcher();
  while ((await creditsOf(app, 'hana')) !== expected) await delay(50);
  child.kill('SIGTERM');
  await ended(child);
}

const paid: string[] = [];
async function pay(): Promise<void> {
  const amount = String(20 + paid.length);
  paid.push(amount);
  await chain.pay('BSC', account, amount);
  await chain.node.mine(12);
}

const isLogs = ({ method }: NodeCall): boolean => method === 'eth_getLogs';
const isReceipt = ({ method }: NodeCall): boolean => method === 'eth_getTransactionReceipt';
const isLatest = ({ method, params }: NodeCall): boolean => method === 'eth_getBlockByNumber' && params[0] === 'latest';
/** What it asks for after something else. */
const after = (first: (call: NodeCall) => boolean, then: (call: NodeCall) => boolean) => {
  let seen = false;
  return (call: NodeCall): boolean => {
    if (seen && then(call)) return true;
    seen ||= first(call);
    return false;
  };
};

const moments: readonly (readonly [string, () => (call: NodeCall) => boolean])[] = [
  ['before it reads', () => isLatest],
  ['while it asks for logs', () => isLogs],
  ['while it asks for a receipt', () => isReceipt],
  ['after the receipt, before it writes', () => after(isReceipt, ({ method }) => method === 'eth_getBlockByNumber')],
  ['after it has written', () => after(isReceipt, isLatest)],
];
test.each(partOf('moments', 2, moments))('killed %s, it credits once', async (_name, makeDeadly) => {
  await pay();
  await endLease();
  deadly = makeDeadly();
  await ended(startWatcher());
  await untilCredited(paid.join(' + '));
});

const tables = ['deposit_transfer', 'journal', 'notice', 'chain_cursor'] as const;
test.each(partOf('tables', 2, tables))(
  'killed inside its transaction, before it can write %s, it credits once',
  async (table) => {
    await pay();
    await endLease();
    // A cursor is read before; what is wanted then is the writing.
    const lock = await app.database.hold(
      table === 'chain_cursor' ? 'SELECT 1 FROM chain_cursor FOR UPDATE' : `LOCK TABLE ${table} IN SHARE MODE`,
    );
    const child = startWatcher();
    const isWaiting = `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE NOT l.granted AND a.application_name = 'trellis' AND a.datname = current_database()`;
    while ((await app.database.sql(isWaiting)).length === 0) await delay(20);
    child.kill('SIGKILL');
    await ended(child);
    await lock.release();
    await untilCredited(paid.join(' + '));
  },
);

test('after all of it nothing is credited twice or lost, and the books are sound', async () => {
  await app.database.sql('UPDATE chain_cursor SET next_block = 0, last_hash = NULL');
  await pay();
  await untilCredited(paid.join(' + '));
  expect((await verifyAll(app.database.url)).filter(({ rows }) => rows.length > 0)).toEqual([]);
});
