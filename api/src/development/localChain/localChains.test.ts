import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readSettings } from '../../app/settings.ts';
import { EvmNode } from '../../chain/nodes/evmNode.ts';
import { JsonRpc } from '../../chain/nodes/jsonRpc.ts';
import { systemClock } from '../../ground/clock.ts';
import { chainsAlongside, type LocalChains, startLocalChains } from './localChains.ts';
import { mining } from './mining.ts';

let dataDir = '';
let chains: LocalChains | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trellis-local-chain-'));
});
afterEach(async () => {
  await chains?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const outsider = `0x${'5a'.repeat(20)}`;
async function start(stillReads: () => Promise<boolean> = async () => true): Promise<LocalChains> {
  chains = await startLocalChains(dataDir, systemClock, stillReads);
  if (!chains) throw new Error('the program of the local chain is not installed');
  return chains;
}
const tokenOf = ({ configs }: LocalChains): string => configs.get('BSC')?.token.account ?? '';
const logsOf = ({ configs }: LocalChains) => {
  const url = configs.get('BSC')?.node.url ?? '';
  return new EvmNode(new JsonRpc({ url })).transfers(configs.get('BSC')?.token.account ?? '', 0, 1_000);
};

test('goes on where it was after a stop', async () => {
  const before = await start();
  await before.node.transfer(tokenOf(before), before.wallets.elsewhere, outsider, 5n);
  const logs = await logsOf(before);
  await before.stop();
  const after = await start();
  expect(await logsOf(after)).toEqual(logs);
  expect(tokenOf(after)).toBe(tokenOf(before));
});

test('is another chain when its state was lost: its payments are no payments of before', async () => {
  const before = await start();
  const first = await before.node.transfer(tokenOf(before), before.wallets.elsewhere, outsider, 5n);
  await before.stop();
  rmSync(join(dataDir, 'chain', 'state.json'));
  const after = await start();
  expect(tokenOf(after)).not.toBe(tokenOf(before));
  expect(await after.node.transfer(tokenOf(after), after.wallets.elsewhere, outsider, 5n)).not.toBe(first);
});

test('gets new tokens when more was read than it has', async () => {
  const before = await start();
  await before.stop();
  expect(tokenOf(await start(async () => false))).not.toBe(tokenOf(before));
});

test('grows while a transaction waits for confirmations, and rests then', async () => {
  const { node, ...own } = await start();
  const miner = mining({ node, ...own });
  const { signal } = new AbortController();
  await node.transfer(tokenOf({ node, ...own }), own.wallets.elsewhere, outsider, 5n);
  const paidAt = await node.head();
  for (let step = 0; step < 40; step += 1) await miner.run(signal);
  expect(await node.head()).toBe(paidAt + 25);
});

test('is known to commands alongside it, and never in production', async () => {
  const { configs } = await start();
  const config = { ...readSettings({}), dataDir };
  expect([...chainsAlongside(config).keys()]).toEqual([...configs.keys()]);
  expect(chainsAlongside({ ...config, production: true }).size).toBe(0);
});
