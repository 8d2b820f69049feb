import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { TestChain } from '../../testing/testChain.ts';
import { serveDevelopmentChain } from './developmentChain.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.close());

test('says so where no local chain runs', async () => {
  expect((await app.visitor.get('/dev/chain')).text).toContain('No local chain runs');
  const body = { chain: 'BSC', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', amount: '1' };
  expect((await app.visitor.post('/dev/chain.json', body)).body).toEqual({
    running: false,
    reported: 'No local chain runs.',
  });
});

test('is not for another site, nor for what is no payment', async () => {
  const crossSite = await app.visitor.post('/dev/chain.json', {}, { 'sec-fetch-site': 'cross-site' });
  expect(crossSite.status).toBe(403);
  expect((await app.visitor.post('/dev/chain.json', { chain: 'BTC' })).status).toBe(400);
  expect((await app.visitor.send('POST', '/dev/chain.json', '{')).status).toBe(400);
});

test('is absent in production', async () => {
  const production = serveDevelopmentChain(
    { production: true } as Parameters<typeof serveDevelopmentChain>[0],
    {
      localChains: undefined,
    } as Parameters<typeof serveDevelopmentChain>[1],
  );
  let isPassedOn = false;
  await production({ path: '/dev/chain' } as Parameters<typeof production>[0], async () => {
    isPassedOn = true;
  });
  expect(isPassedOn).toBe(true);
});

test('sends test USDT, and says what is wrong with an address or an amount', async () => {
  const chain = await TestChain.start();
  const localChains = {
    configs: chain.configs,
    node: chain.node,
    wallets: { elsewhere: `0x${'fa'.repeat(20)}`, custody: `0x${'ca'.repeat(20)}` },
    stop: () => chain.stop(),
  };
  const own = await startTestApplication({ chains: chain.configs, watchChains: false }, { localChains });
  const pay = async (address: string, amount: string): Promise<unknown> =>
    (await own.visitor.post('/dev/chain.json', { chain: 'TRON', address, amount })).body.reported;
  const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  expect(await pay(address, '12.5')).toMatch(/^Sent 12\.5 test USDT \(TRC20\) in transaction 0x/);
  expect(await pay(address.slice(0, -1), '12.5')).toMatch(/no address of TRON/);
  for (const amount of ['-1', '1e3', '1.1234567', '']) expect(await pay(address, amount)).toMatch(/no amount/);
  await own.close();
  await chain.stop();
});
