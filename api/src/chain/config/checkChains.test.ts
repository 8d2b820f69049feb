import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { heardLog } from '../../testing/heardLog.ts';
import { TestChain } from '../../testing/testChain.ts';
import type { ChainConfig } from './chainConfig.ts';
import { checkChains } from './checkChains.ts';

let chain: TestChain;
beforeAll(async () => {
  chain = await TestChain.start();
});
afterAll(() => chain?.stop());

const check = async (change: Partial<ChainConfig>): Promise<unknown[]> => {
  const { log, heard } = heardLog();
  await checkChains(new Map([['BSC', { ...chain.config('BSC'), ...change }]]), log);
  return heard.map(({ level, facts: { alarm, why } }) => [level, ...(alarm === undefined ? [] : [alarm, why])]);
};

test('what is as configured says nothing, and what does not answer yet is a warning', async () => {
  expect(await check({})).toEqual([]);
  expect(await check({ node: { url: 'http://127.0.0.1:9' }, auditNode: undefined })).toEqual([['warn']]);
});

test('another chain, other decimals and no token at all are alarms that name what is wrong, and stop no start', async () => {
  const { token } = chain.config('BSC');
  for (const [change, why] of [
    [{ chainId: 56 }, 'CHAIN_BSC_RPC_URL is a node of chain 31337, not 56.'],
    [{ token: { ...token, decimals: 6 } }, 'CHAIN_BSC_USDT has 18 decimals, and 6 are configured.'],
    [{ token: { ...token, account: `0x${'77'.repeat(20)}` } }, expect.stringContaining('there is no token')],
  ] as const)
    expect(await check({ ...change, auditNode: undefined })).toEqual([['error', 'chain: configuration', why]]);
});
