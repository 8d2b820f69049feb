import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Endpoint, type EndpointName, endpoints } from '@trellis/api-contract';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let demo: Client;
beforeAll(async () => {
  app = await startTestApplication();
  demo = await app.logIn('demo');
});
afterAll(() => app.close());

/** A body that each takes as it is: what becomes of it is decided by the key alone. */
const bodies: Readonly<Partial<Record<EndpointName, object>>> = {
  createTransfer: { recipient: 'hana', amount: '1', unit: 'USD' },
  createExchange: { quote: randomUUID() },
  createWithdrawal: {
    unit: 'USD',
    amount: '100',
    asset: 'USDT',
    chain: 'TRON',
    address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    received: '99.00',
  },
  buyPackage: { level: 'Clear', shownReward: '1.00' },
  startStake: { cp: '100', shownRate: '1', shownReward: '1' },
  chooseForStake: { option: 1, acceptsFrom: '0' },
  createInquiry: { type: 'other', text: 'How?' },
  replyToInquiry: { text: 'So.' },
};
const idempotent = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([, { idempotent }]) => idempotent);
const moves = async () => (await app.database.sql<{ count: string }>('SELECT count(*) FROM journal'))[0]?.count;

test('each call that is done once at most is one of these', () => {
  expect(idempotent.map(([name]) => name).sort()).toEqual(Object.keys(bodies).sort());
});

test.each(idempotent)(
  '%s that arrives after it was asked for is refused, also again, and does nothing',
  async (name, { path }) => {
    const before = await moves();
    const key = newKey();
    const address = `/api/v1${path.replace(':id', path.startsWith('/inquiries') ? '1' : randomUUID())}`;
    expect((await demo.get(`/api/v1/operations/${key}`)).body).toEqual({ state: 'unknown' });
    for (let times = 0; times < 2; times += 1) {
      const { status, problem } = await demo.post(address, bodies[name], { 'idempotency-key': key });
      expect([status, problem.code]).toEqual([409, 'idempotency.closed']);
      expect((await demo.get(`/api/v1/operations/${key}`)).body).toEqual({ state: 'unknown' });
    }
    expect(await moves()).toBe(before);
  },
);

test('what was done before, and whose answer is not kept any more, is said to be done', async () => {
  const key = newKey();
  expect((await demo.transfer('hana', '1', key)).status).toBe(201);
  // As of a kind whose answers are kept for a time only.
  await app.database.sql(`ALTER TABLE journal DISABLE TRIGGER journal_append_only`);
  await app.database.sql(`UPDATE journal SET kind = 'exchange' WHERE key = $1`, [key]);
  expect((await demo.get(`/api/v1/operations/${key}`)).body).toEqual({ state: 'forgotten' });
  expect((await demo.transfer('hana', '1', key)).problem.code).toBe('idempotency.key_reused');
});
