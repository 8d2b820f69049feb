import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { referenceText } from '@trellis/api-contract';
import { readExplorers } from '../../chain/config/explorers.ts';
import { enrolled, loggedIn } from '../../testing/operators.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { addresses, keepAddress, withdrawn } from '../../testing/withdrawals.ts';

let app: TestApplication;
let demo: Client;
let hana: Client;

beforeAll(async () => {
  const explorers = readExplorers({ CHAIN_TRON_EXPLORER: 'https://tron.example/#/transaction/{transaction}' }, []);
  app = await startTestApplication({ explorers });
  demo = await app.logIn('demo');
  hana = await app.logIn('hana');
});
afterAll(() => app.close());

const newest = async (client: Client) =>
  ((await client.get('/api/v1/records?limit=1')).body.records as { id: string; kind: string; reference: string }[])[0];
const detail = async (client: Client, id = '') => (await client.get(`/api/v1/records/${id}`)).body;

test('a transfer is found by its reference on either side, and its sender alone is shown the fee', async () => {
  const sent = (await demo.transfer('hana', '3')).body as { reference: string };
  const out = await detail(demo, sent.reference);
  expect(out).toMatchObject({ kind: 'transfer_out', counterparty: 'hana', fee: { amount: '0.00', unit: 'USD' } });
  expect(out).toMatchObject({ exchanged: null, withdrawal: null, deposit: null });
  const received = await detail(hana, sent.reference);
  expect(received).toMatchObject({ kind: 'transfer_in', counterparty: 'demo', fee: null });
  expect(referenceText(String(received.reference))).toBe(referenceText(String(out.reference)));
  // Who had no part in it is shown nothing.
  const noah = await app.logIn('noah');
  expect((await noah.get(`/api/v1/records/${sent.reference}`)).problem.code).toBe('request.not_found');
});

test('an exchange reports both sides and what it cost; its reference leads to what came in', async () => {
  const quote = { from: 'USD', to: 'USDT', amount: '100' };
  const { id } = (await demo.post('/api/v1/exchanges/quotes', quote)).body;
  const done = await demo.post('/api/v1/exchanges', { quote: id }, { 'idempotency-key': newKey() });
  const { reference, credit, given, fee } = done.body as Record<string, { amount: string; unit: string }>;
  const credited = await detail(demo, String(reference));
  expect(credited).toMatchObject({ kind: 'exchange_in', money: credit, fee });
  expect(credited.exchanged).toEqual({ ...given, amount: `-${given?.amount}` });
  const out = ((await demo.get('/api/v1/records?kind=exchange_out&unit=USD')).body.records as { id: string }[])[0];
  expect(await detail(demo, out?.id)).toMatchObject({ kind: 'exchange_out', exchanged: credit, fee });
});

describe('a withdrawal', () => {
  test('is reported with status, address, network, fee and a transaction that leads to an explorer', async () => {
    await keepAddress(app, 'demo', 'TRON');
    const id = await withdrawn(demo);
    const record = await newest(demo);
    expect(await detail(demo, record?.id)).toMatchObject({
      kind: 'withdrawal',
      fee: null,
      withdrawal: { id, status: 'pending_review', chain: 'TRON', address: addresses.TRON, fee: { amount: '2.00' } },
    });
    // One reference, wherever it is read.
    expect((await demo.get(`/api/v1/withdrawals/${id}`)).body.reference).toBe(record?.reference);
    const rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
    const [tina, theo] = await Promise.all(
      ['tina', 'theo'].map(async (name) => loggedIn(app, await enrolled(app, name, ['treasurer']))),
    );
    const tx = 'ab'.repeat(32);
    await rita.post(`/withdrawals/${id}/approve`, { revision: 1, reason: 'looked at it' });
    await tina?.post(`/withdrawals/${id}/payout`, { revision: 2, tx, reason: 'sent' });
    await theo?.post(`/withdrawals/${id}/payout/confirm`, { revision: 2, reason: 'seen' });
    expect(await detail(demo, record?.id)).toMatchObject({
      withdrawal: {
        status: 'approved',
        payout: { transaction: { id: tx, url: `https://tron.example/#/transaction/${tx}` } },
      },
    });
  });

  test('that was called back is shown by both of its records', async () => {
    const id = await withdrawn(demo);
    await demo.post(`/api/v1/withdrawals/${id}/cancellation`, {});
    const back = await newest(demo);
    expect(back?.kind).toBe('withdrawal_return');
    expect(await detail(demo, back?.id)).toMatchObject({ withdrawal: { id, status: 'rejected', cause: 'cancelled' } });
  });
});

test('who received a transfer is led to its record', async () => {
  const sent = (await demo.transfer('hana', '4')).body as { reference: string };
  let link: unknown;
  for (let tries = 0; tries < 100 && link !== `/wallet/records/${sent.reference}`; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    link = ((await hana.get('/api/v1/notices?limit=1')).body.notices as { link: string }[])[0]?.link;
  }
  expect(link).toBe(`/wallet/records/${sent.reference}`);
});
