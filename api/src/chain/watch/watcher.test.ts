import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { creditsOf, depositAccount, TestWatchers } from '../../testing/deposits.ts';
import { heardLog } from '../../testing/heardLog.ts';
import { NodeProxy } from '../../testing/nodeProxy.ts';
import { audited, countOf } from '../../testing/records.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { TestChain } from '../../testing/testChain.ts';
import { checkNode } from '../config/checkChains.ts';
import { EvmNode } from '../nodes/evmNode.ts';
import { JsonRpc } from '../nodes/jsonRpc.ts';
import { type Proof, proveDeposits } from './provenDeposits.ts';

let chain: TestChain;
let app: TestApplication;
let watchers: TestWatchers;
const accounts: Record<string, string> = {};
const names = ['hana', 'ren', 'yuna', 'emma', 'noah', 'lihua'];

beforeAll(async () => {
  chain = await TestChain.start();
  app = await startTestApplication({ chains: chain.configs, watchChains: false });
  watchers = new TestWatchers(app.database.url, chain);
  for (const name of names) accounts[name] = await depositAccount(app, name, 'BSC');
});
afterAll(async () => {
  await watchers?.close();
  await app?.close();
  await chain?.stop();
});

const account = (name: string): string => accounts[name] ?? '';
const pay = (name: string, amount: string): Promise<string> => chain.pay('BSC', account(name), amount);
const credits = (name: string): Promise<string> => creditsOf(app, name);
const settle = async (): Promise<void> => {
  await chain.node.mine(12);
  await watchers.catchUp('BSC');
};
/** Everything that deposits have moved, to see that nothing has. */
const moved = async (): Promise<string> =>
  JSON.stringify(await app.database.sql(`SELECT owner, key FROM journal WHERE kind LIKE 'deposit%' ORDER BY 1, 2`));

/** Custody holds what came, suspense what is reserved, and each unit sums to zero. */
afterEach(async () => {
  const [row] = await app.database.sql<{ came: string; custody: string; recorded: string; suspense: string }>(
    `SELECT (SELECT coalesce(sum(usdt), 0) FROM deposit_transfer) AS came,
            (SELECT coalesce(-sum(p.amount), 0) FROM posting p JOIN journal j ON j.id = p.journal
              WHERE p.account = 211 AND j.kind LIKE 'deposit%') AS custody,
            (SELECT coalesce(sum(usdt), 0) FROM deposit_transfer WHERE state <> 'credited') AS recorded,
            (SELECT balance FROM account WHERE id = 811) AS suspense`,
  );
  expect(row?.custody).toBe(row?.came);
  expect(row?.suspense).toBe(row?.recorded);
  expect(
    await app.database.sql(
      'SELECT unit FROM account JOIN account_kind USING (code) GROUP BY 1 HAVING sum(balance) <> 0',
    ),
  ).toEqual([]);
});

test('a deposit is shown while it confirms, and credited at the twelfth block on it, not before', async () => {
  await pay('hana', '25.5');
  for (let blocks = 0; blocks < 12; blocks += 1) {
    await watchers.catchUp('BSC');
    expect([blocks, await credits('hana'), await countOf(app.database, 'deposit_preview')]).toEqual([blocks, '', 1]);
    await chain.node.mine(1);
  }
  await watchers.catchUp('BSC');
  expect([await credits('hana'), await countOf(app.database, 'deposit_preview')]).toEqual(['25.5', 0]);
});

test('while its chain rests, a watcher asks for the latest block and nothing else, and writes nothing', async () => {
  const requests: string[] = [];
  const proxy = await NodeProxy.start(chain.url, (call, forward) => {
    requests.push(call.method);
    return forward(call);
  });
  const watcher = watchers.make('BSC', { node: { url: proxy.url } });
  await watchers.catchUp('BSC', watcher);
  const written = () =>
    app.database.sql<{ xmin: string }>('SELECT xmin FROM chain_cursor UNION ALL SELECT xmin FROM deposit_preview');
  const before = await written();
  requests.length = 0;
  await watcher.step();
  expect(requests).toEqual(['eth_getBlockByNumber']);
  expect(await written()).toEqual(before);
  await chain.node.mine(1);
  requests.length = 0;
  await watcher.step();
  expect(requests.length).toBeGreaterThan(1);
  proxy.close();
});

test('what is not final does not count, however many blocks stand on it', async () => {
  await pay('hana', '40');
  await chain.node.mine(1);
  const lone = watchers.make('BSC', { confirmations: 1 });
  await watchers.catchUp('BSC', lone);
  expect(await credits('hana')).toBe('25.5');
  await chain.node.mine(1);
  await watchers.catchUp('BSC', lone);
  expect(await credits('hana')).toBe('25.5 + 40');
});

test('less than the minimum is kept in suspense, nothing at all is passed over, and an imitation is no deposit', async () => {
  await pay('ren', '9.999999');
  await pay('ren', '0');
  await chain.imitate(account('ren'), '500');
  await settle();
  expect([await credits('ren'), await countOf(app.database, 'deposit_transfer', `state = 'below_minimum'`)]).toEqual([
    '',
    1,
  ]);
  await pay('ren', '10');
  await settle();
  expect(await credits('ren')).toBe('10');
});

test('a token of six decimals counts as one of eighteen', async () => {
  const tron = await depositAccount(app, 'yuna', 'TRON');
  await chain.pay('TRON', tron, '77.123456');
  await chain.node.mine(12);
  await watchers.catchUp('TRON');
  await pay('yuna', '12.123456999999');
  await settle();
  expect(await credits('yuna')).toBe('77.123456 + 12.123456');
});

test('a wrong chain and wrong decimals are refused', async () => {
  const config = chain.config('BSC');
  const node = new EvmNode(new JsonRpc({ url: chain.url }));
  await checkNode(node, config);
  await expect(checkNode(node, { ...config, chainId: 56 })).rejects.toThrow('is a node of chain 31337, not 56');
  const { token } = chain.config('TRON');
  const mistaken = { ...config, token: { ...token, decimals: 18 } };
  await expect(checkNode(node, mistaken)).rejects.toThrow('has 6 decimals, and 18 are configured');
});

test('several transfers in one transaction are several deposits', async () => {
  await chain.payMany('BSC', [account('emma'), account('emma'), account('noah')], '11');
  await settle();
  expect([await credits('emma'), await credits('noah')]).toEqual(['11 + 11', '11']);
});

test('a full rescan credits nothing twice, nor does a cursor that was set back', async () => {
  const before = await moved();
  await app.database.sql(`UPDATE chain_cursor SET next_block = 0, last_hash = NULL`);
  await watchers.catchUp('BSC');
  await watchers.catchUp('TRON');
  expect(await watchers.make('BSC').rescan(0, 1_000_000)).toBe(0);
  expect(await moved()).toBe(before);
});

test('three watchers at once credit each deposit once', async () => {
  const before = await countOf(app.database, 'deposit_transfer');
  for (let index = 0; index < 20; index += 1) await pay(names[index % 6] ?? '', '13');
  await chain.node.mine(12);
  const three = [1, 2, 3].map(() => watchers.catchUp('BSC', watchers.make('BSC', { maximumSpan: 3 })));
  await Promise.all(three);
  expect((await countOf(app.database, 'deposit_transfer')) - before).toBe(20);
  expect(await countOf(app.database, 'posting', 'account % 1000 = 101 AND amount = 13000000')).toBe(20);
});

test('main and audit at once credit each deposit once', async () => {
  for (let index = 0; index < 12; index += 1) await pay(names[index % 6] ?? '', '14');
  await chain.node.mine(13);
  await Promise.all([
    watchers.catchUp('BSC'),
    watchers.catchUp('BSC', watchers.make('BSC', { maximumSpan: 50 }, 'audit')),
  ]);
  expect(await countOf(app.database, 'posting', 'account % 1000 = 101 AND amount = 14000000')).toBe(12);
});

describe('a rewritten chain', () => {
  /** Where the log of the newest transfer stands in its block. */
  const placeInBlock = async (): Promise<number | undefined> => {
    const node = new EvmNode(new JsonRpc({ url: chain.url }));
    return (await node.transfers(chain.config('BSC').token.account, 0, 1_000_000)).transfers.at(-1)?.logIndex;
  };

  test('above what is final moves a deposit to another place, and it is credited once, where it stays', async () => {
    const { node } = chain;
    await chain.fundSigner('BSC', '500');
    const signed = await chain.payBehindOthers('BSC', account('hana'), '500');
    expect(await placeInBlock()).toBe(3);
    await node.mine(2);
    await watchers.catchUp('BSC');
    expect(await countOf(app.database, 'deposit_preview')).toBe(1);
    await node.call('anvil_reorg', 3, []);
    await node.mine(1);
    await watchers.catchUp('BSC');
    expect(await countOf(app.database, 'deposit_preview')).toBe(0);
    await node.call('eth_sendRawTransaction', signed);
    expect(await placeInBlock()).toBe(0);
    await settle();
    expect(await countOf(app.database, 'posting', 'account % 1000 = 101 AND amount = 500000000')).toBe(1);
  });

  test('below what was credited stops everything, until somebody says why it may go on', async () => {
    const { node } = chain;
    await chain.fundSigner('BSC', '300');
    const beforeIt = await node.call('evm_snapshot');
    const signed = await chain.payBehindOthers('BSC', account('ren'), '300');
    await settle();
    expect(await countOf(app.database, 'posting', 'account % 1000 = 101 AND amount = 300000000')).toBe(1);
    const before = await moved();
    await node.call('evm_revert', beforeIt);
    await node.mine(3);
    await node.receiptOf(String(await node.call('eth_sendRawTransaction', signed)));
    expect(await placeInBlock()).toBe(0);
    await node.mine(40);

    const halted = { state: 'halted', reason: expect.stringMatching(/rewritten below what is final/) };
    expect(await watchers.catchUp('BSC')).toEqual(halted);
    expect(await watchers.make('BSC', {}, 'audit').step()).toEqual(halted);
    const terms = (await (await app.logIn('ren')).get('/api/v1/deposits/terms')).body as {
      networks: { chain: string; state: string }[];
    };
    expect(terms.networks[0]).toMatchObject({ chain: 'BSC', state: 'paused' });
    expect(await moved()).toBe(before);

    const name = { chain: 'BSC', token: chain.config('BSC').token.account, kind: 'main' } as const;
    const by = { actor: 'command:test', reason: 'the provider had followed a dead branch' };
    expect(await watchers.deposits.cursors.unhalt(name, 0, by)).toBe(true);
    expect(await watchers.catchUp('BSC')).toMatchObject({ state: 'upToDate' });
    // The very transaction that was credited stands in the new chain too, at another place.
    expect(await moved()).toBe(before);
    expect(await audited(app.database, { subject: 'BSC' })).toMatchObject([
      { action: 'chain.halt', reason: expect.stringMatching(/rewritten/) },
      { action: 'chain.unhalt', reason: by.reason },
    ]);
  });
});

test('the books are sound', async () => {
  expect((await verifyAll(app.database.url)).filter(({ rows }) => rows.length > 0)).toEqual([]);
});

test('the audit finds what is recorded and no transaction says', async () => {
  const node = new EvmNode(new JsonRpc(chain.config('BSC').node));
  const sink = watchers.sink('BSC');
  const proofs = async (): Promise<Proof[]> => {
    const hits: Proof[] = [];
    const upTo = await sink.lastRecorded();
    for (let after: string | undefined = '0'; after !== undefined; after = hits.at(-1)?.last)
      hits.push(await proveDeposits(node, sink, { after, upTo }));
    return hits;
  };
  const invented = async (): Promise<string[]> =>
    (await proofs()).flatMap((proof) => proof.invented.map(({ transaction, ordinal }) => `${transaction} ${ordinal}`));
  await pay('hana', '15');
  await settle();
  expect(await countOf(app.database, 'deposit_transfer')).toBeGreaterThan(20);
  // One of them stood on a chain that was rewritten meanwhile.
  const gone = await invented();
  expect(gone.length).toBeLessThanOrEqual(1);

  const [real] = await sink.recorded({ after: '0', upTo: await sink.lastRecorded(), limit: 1 });
  if (!real) throw new Error('there is no deposit');
  const { id: _id, sound: _sound, ...seen } = real;
  const fake = `0x${'ab'.repeat(32)}`;
  await watchers.database.inTransaction(() =>
    sink.record([
      { ...seen, logIndex: 0, transaction: fake },
      { ...seen, logIndex: 0, ordinal: 7 },
      // Of a block that nobody can have seen, and of one that a node may not have reached.
      { ...seen, logIndex: 0, ordinal: 8, block: 1_000_000 },
      { ...seen, logIndex: 0, ordinal: 9, block: seen.block + 5_000 },
    ]),
  );
  expect(await invented()).toEqual([...gone, `${fake} 0`, `${seen.transaction} 7`, `${seen.transaction} 8`]);
  expect((await proofs()).flatMap(({ ahead }) => ahead.map(({ ordinal }) => ordinal))).toEqual([9]);

  const { log, heard } = heardLog();
  const auditing = { auditNode: chain.config('BSC').node, auditDelayMs: 0 };
  const job = watchers.job('BSC', auditing, log, 'audit');
  for (let tries = 0; tries < 20; tries += 1) await job.run(new AbortController().signal);
  const alarms = heard.filter(({ facts }) => facts.alarm === 'deposit not on its chain');
  expect(alarms.map(({ facts }) => facts.transaction).slice(-4)).toEqual([fake, ...Array(3).fill(seen.transaction)]);
  expect(alarms).toHaveLength(gone.length + 4);
});
