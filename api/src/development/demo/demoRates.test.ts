import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RateService } from '../../governance/rules/rateService.ts';
import { Rates } from '../../ledger/rates.ts';
import { Database } from '../../platform/db/database.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { addresses, keepAddress, withdraw } from '../../testing/withdrawals.ts';
import { demoRates } from './demoRates.ts';

let app: TestApplication;
let database: Database;
let demo: Client;
beforeAll(async () => {
  app = await startTestApplication();
  database = new Database({ url: app.database.url, poolSize: 2 });
  demo = await app.logIn('demo');
});
afterAll(async () => {
  await database.close();
  await app.close();
});

const run = () =>
  demoRates({
    clock: app.clock,
    rates: new Rates(database),
    rateService: new RateService(database, app.clock),
    ownerUrl: app.database.ownerUrl,
  }).run(new AbortController().signal);
const open = async () =>
  ((await demo.get('/api/v1/withdrawals/terms')).body.payouts as { asset: string; closed: boolean }[])
    .filter(({ closed }) => !closed)
    .map(({ asset }) => asset)
    .sort();

test('a development product pays out BTC and ON, also after its clock was put forward', async () => {
  expect(await open()).toEqual(['USDT', 'USDT']);
  await run();
  expect(await open()).toEqual(['BTC', 'ON', 'USDT', 'USDT']);
  await keepAddress(app, 'demo', 'BTC');
  await keepAddress(app, 'demo', 'BSC');
  const btc = { asset: 'BTC', chain: 'BTC', amount: '64', address: addresses.BTC, received: '0.0008' } as const;
  expect((await withdraw(demo, btc)).status).toBe(201);
  const on = { asset: 'ON', chain: 'BSC', amount: '20', address: addresses.BSC, received: '79.00' } as const;
  expect((await withdraw(demo, on)).status).toBe(201);
  app.clock.advance(7 * 24 * 3_600_000);
  demo = await app.logIn('demo');
  expect(await open()).toEqual(['USDT', 'USDT']);
  await run();
  expect(await open()).toEqual(['BTC', 'ON', 'USDT', 'USDT']);
});

test('what somebody else has set is left alone', async () => {
  const service = new RateService(database, app.clock);
  app.clock.advance(1000);
  const made = await service.set(
    { base: 'BTC', quote: 'USD', rate: '65000', source: 'two exchanges', from: undefined },
    { actor: 'operator:ann', reason: 'noon' },
  );
  expect(made.state).toBe('inForce');
  app.clock.advance(7 * 24 * 3_600_000);
  await run();
  expect((await service.history('BTC', undefined, 1))[0]?.source).toBe('two exchanges');
});
