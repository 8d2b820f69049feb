import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ExplainedError } from '../../ground/explainedError.ts';
import { createLog } from '../../ground/log.ts';
import { TestChain } from '../../testing/testChain.ts';
import type { ChainConfig } from './chainConfig.ts';
import { checkChains } from './checkChains.ts';

let chain: TestChain;
const log = createLog('silent', '/dev/null');
beforeAll(async () => {
  chain = await TestChain.start();
});
afterAll(() => chain?.stop());

const check = (change: Partial<ChainConfig>) =>
  checkChains(new Map([['BSC', { ...chain.config('BSC'), ...change }]]), log);

test('what is as configured may start, and so may what does not answer yet', async () => {
  await check({});
  await check({ node: { url: 'http://127.0.0.1:9' }, auditNode: undefined });
});

test('another chain, other decimals and no token at all do not', async () => {
  const { token } = chain.config('BSC');
  for (const change of [
    { chainId: 56 },
    { token: { ...token, decimals: 6 } },
    { token: { ...token, account: `0x${'77'.repeat(20)}` } },
  ])
    await expect(check(change)).rejects.toThrow(ExplainedError);
});
