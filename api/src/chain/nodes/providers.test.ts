import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { depositAccount, TestWatchers } from '../../testing/deposits.ts';
import { type NodeAnswer, type NodeCall, NodeProxy } from '../../testing/nodeProxy.ts';
import { Random } from '../../testing/random.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { TestChain, unitsOf } from '../../testing/testChain.ts';
import type { Watcher } from '../watch/watcher.ts';

/** Answers of BSC and java-tron nodes and of providers before them, imitated by a proxy in front of a real node. */
interface Manners {
  readonly mostBlocks?: number;
  readonly mostLogs?: number;
  readonly tooManyCalls?: number;
  readonly broken?: number;
  /** Its logs end here, and it says nothing of it: one of several machines that is behind. */
  readonly logsUpTo?: number;
  readonly spoils?: (log: RawLog) => object;
}
interface RawLog {
  readonly data: string;
}
/** As the data of a log ends. */
const unitsText = (amount: string): string => unitsOf(amount, 18).toString(16).padStart(64, '0');

let manners: Manners = {};
const refused: Record<string, number> = {};
const random = new Random();
let chain: TestChain;
let app: TestApplication;
let watchers: TestWatchers;
let proxy: NodeProxy;
let account = '';

beforeAll(async () => {
  chain = await TestChain.start();
  app = await startTestApplication({ chains: chain.configs, watchChains: false });
  watchers = new TestWatchers(app.database.url, chain);
  account = await depositAccount(app, 'hana', 'BSC');
  proxy = await NodeProxy.start(chain.url, answer);
});
afterAll(async () => {
  proxy?.close();
  await watchers?.close();
  await app?.close();
  await chain?.stop();
});
beforeEach(() => {
  manners = {};
});

type Forward = (call: NodeCall) => Promise<NodeAnswer>;

async function answer(call: NodeCall, forward: Forward): Promise<NodeAnswer> {
  if (random.next() < (manners.tooManyCalls ?? 0)) return refusal('429', 429, '{"error":"rate limited"}');
  if (random.next() < (manners.broken ?? 0)) return refusal('500', 500, 'oops');
  return call.method === 'eth_getLogs' ? answerLogs(call, forward) : forward(call);
}

async function answerLogs({ params, ...call }: NodeCall, forward: Forward): Promise<NodeAnswer> {
  const { mostBlocks = 1e9, mostLogs = 1e9, logsUpTo = 1e9 } = manners;
  const [filter] = params as [{ fromBlock: string; toBlock: string }];
  const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)];
  if (to - from + 1 > mostBlocks) return rpcError('blocks', call.id, -32602, `exceed max block range: ${mostBlocks}`);
  if (from > logsUpTo) return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: call.id, result: [] }) };
  const toBlock = `0x${Math.min(to, logsUpTo).toString(16)}`;
  const forwarded = await forward({ ...call, params: [{ ...filter, toBlock }] });
  const { result } = JSON.parse(forwarded.body) as { result: RawLog[] };
  if (manners.spoils)
    return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: call.id, result: result.map(manners.spoils) }) };
  if (result.length <= mostLogs) return forwarded;
  return random.next() < 0.5
    ? rpcError('bytes', call.id, -32003, 'Response exceeds the limit of 26214400 bytes')
    : rpcError('logs', call.id, -32005, `query exceeds max results ${mostLogs}`);
}

function refusal(kind: string, status: number, body: string): NodeAnswer {
  refused[kind] = (refused[kind] ?? 0) + 1;
  return { status, body };
}

const rpcError = (kind: string, id: number, code: number, message: string): NodeAnswer =>
  refusal(kind, 200, JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));

const recorded = async (): Promise<number> => {
  const [row] = await app.database.sql<{ count: number }>('SELECT count(*)::int FROM deposit_transfer');
  return row?.count ?? -1;
};

/** As the watcher's loop does: a failed step is followed by another. @returns how many failed */
async function catchUp(watcher: Watcher): Promise<number> {
  for (let failed = 0; failed < 100; failed += 1) {
    try {
      await watchers.catchUp('BSC', watcher);
      return failed;
    } catch {}
  }
  throw new Error('it never caught up');
}

test('a provider with limits, and out of order one time in six, leaves nothing out', async () => {
  for (let index = 0; index < 30; index += 1) {
    await chain.pay('BSC', account, '12');
    if (index % 5 === 0) await chain.node.mine(20);
  }
  await chain.node.mine(12);
  manners = { mostBlocks: 50, mostLogs: 2, tooManyCalls: 0.1, broken: 0.05 };
  await catchUp(watchers.make('BSC', { node: { url: proxy.url } }));
  expect(await recorded()).toBe(30);
  // Each of them happened, or this proves nothing.
  for (const kind of ['429', '500', 'blocks', 'logs', 'bytes'])
    expect([kind, (refused[kind] ?? 0) > 0]).toEqual([kind, true]);
});

test('what a provider left out without a word is found by the audit, once', async () => {
  const before = await recorded();
  const logsUpTo = Number(await chain.node.call('eth_blockNumber'));
  await chain.pay('BSC', account, '13');
  await chain.node.mine(12);
  manners = { logsUpTo };
  await catchUp(watchers.make('BSC', { node: { url: proxy.url } }));
  expect(await recorded()).toBe(before);
  await watchers.catchUp('BSC', watchers.make('BSC', {}, 'audit'));
  expect(await recorded()).toBe(before + 1);
  await watchers.catchUp('BSC', watchers.make('BSC', {}, 'audit'));
  expect(await recorded()).toBe(before + 1);
});

test('a command reads the blocks once more', async () => {
  const before = await recorded();
  const logsUpTo = Number(await chain.node.call('eth_blockNumber'));
  await chain.pay('BSC', account, '14');
  await chain.node.mine(12);
  manners = { logsUpTo };
  await catchUp(watchers.make('BSC', { node: { url: proxy.url } }));
  expect([await watchers.make('BSC').rescan(logsUpTo - 5, 1e6), await recorded()]).toEqual([1, before + 1]);
});

test('a node that is behind what was read is waited for, and is no rewritten chain', async () => {
  const { node } = chain;
  const snapshot = await node.call('evm_snapshot');
  await node.mine(30);
  await watchers.catchUp('BSC');
  await node.call('evm_revert', snapshot);
  await expect(watchers.make('BSC').step()).rejects.toMatchObject({ kind: 'transient' });
  await node.mine(40);
});

test('a log that stays unreadable is passed over after some looks, and kept with its reason', async () => {
  const before = await recorded();
  await app.database.sql('UPDATE chain_cursor SET last_hash = NULL');
  await chain.pay('BSC', account, '15');
  await chain.pay('BSC', account, '16');
  await chain.node.mine(12);
  manners = { spoils: (log) => (log.data.endsWith(unitsText('15')) ? { ...log, transactionHash: '0x12' } : log) };
  const failed = await catchUp(watchers.make('BSC', { node: { url: proxy.url } }));
  expect(failed).toBe(4);
  expect(await recorded()).toBe(before + 1);
  expect(await app.database.sql('SELECT chain, transaction, reason FROM chain_fault')).toEqual([
    { chain: 'BSC', transaction: '0x12', reason: "the node's transaction hash is not 32 bytes" },
  ]);
  // By the audit's provider it is found.
  await watchers.catchUp('BSC', watchers.make('BSC', {}, 'audit'));
  expect(await recorded()).toBe(before + 2);
});

test('a log that is whole again a look later is read, and is no fault', async () => {
  const before = await recorded();
  await chain.pay('BSC', account, '17');
  await chain.node.mine(12);
  let reads = 0;
  manners = { spoils: (log) => (++reads <= 2 ? { ...log, logIndex: null } : log) };
  await catchUp(watchers.make('BSC', { node: { url: proxy.url } }));
  expect([await recorded(), (await app.database.sql('SELECT 1 FROM chain_fault')).length]).toEqual([before + 1, 1]);
});
