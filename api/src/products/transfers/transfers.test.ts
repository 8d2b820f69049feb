import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemAccount } from '../../ledger/accounts.ts';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { balanceOf, moneyState } from '../../testing/balances.ts';
import { suspend } from '../../testing/members.ts';
import { withLimits } from '../../testing/rules.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let demo: Client;
let hana: Client;

beforeAll(async () => {
  app = await startTestApplication();
  demo = await app.logIn('demo');
  hana = await app.logIn('hana');
});
afterAll(() => app.close());

async function usdOf(client: Client): Promise<string> {
  const { body } = await client.get('/api/v1/transfers/terms');
  return (body.available as { amount: string }).amount;
}

describe('a transfer', () => {
  test('moves the amount, shows in both balances and in both records', async () => {
    const before = [await usdOf(demo), await usdOf(hana)].map(Number);
    const sent = await demo.transfer('hana', '12.5');
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      recipient: 'hana',
      amount: { amount: '12.50', unit: 'USD' },
      fee: { amount: '0.00' },
    });
    expect([await usdOf(demo), await usdOf(hana)].map(Number)).toEqual([
      (before[0] ?? 0) - 12.5,
      (before[1] ?? 0) + 12.5,
    ]);

    const records = async (client: Client) =>
      ((await client.get('/api/v1/records?limit=1')).body.records as object[])[0];
    const reference = sent.body.reference;
    expect(await records(demo)).toMatchObject({
      kind: 'transfer_out',
      counterparty: 'hana',
      money: { amount: '-12.50' },
      reference,
    });
    expect(await records(hana)).toMatchObject({
      kind: 'transfer_in',
      counterparty: 'demo',
      money: { amount: '12.50' },
      reference,
    });
  });

  test.each([
    // who       to           amount      status  code                              field
    ['hana', 'demo', '1', 201, undefined, undefined],
    ['hana', 'ren', '1.000001', 201, undefined, undefined],
    ['hana', 'HANA', '1', 422, 'transfer.to_self', 'recipient'],
    ['hana', 'minjun', '1', 422, 'transfer.not_in_line', 'recipient'],
    ['hana', 'emma', '1', 422, 'transfer.not_in_line', 'recipient'],
    ['hana', 'nobody', '1', 404, 'member.search_unknown', 'recipient'],
    ['hana', 'demo', '0', 422, 'money.below_minimum', 'amount'],
    ['hana', 'demo', '0.999999', 422, 'money.below_minimum', 'amount'],
    ['hana', 'demo', '5000.01', 422, 'money.above_maximum', 'amount'],
    ['hana', 'demo', '4999', 422, 'money.insufficient_balance', 'amount'],
    ['hana', 'demo', '1.0000001', 400, 'request.invalid', 'amount'],
    ['hana', 'de mo', '1', 400, 'request.invalid', 'recipient'],
  ])('%s to %s, %s USD: %i %s', async (who, to, amount, status, code, field) => {
    const client = who === 'hana' ? hana : demo;
    const before = await moneyState(app.database);
    const answer = await client.transfer(to, amount);
    expect(answer.status).toBe(status);
    if (code === undefined) return;
    expect(answer.problem.code).toBe(code);
    expect(answer.problem.fields?.map(({ path }) => path)).toEqual([field]);
    expect(await moneyState(app.database)).toEqual(before);
  });

  test('is refused beyond the day, and says what is left', async () => {
    const emma = await app.logIn('emma');
    const day = { operation: 'transfer', minimum: 1_000_000, maximum: 100_000_000, dayMaximum: 150_000_000 } as const;
    await withLimits(app.database, [day], async () => {
      const { dayLeft } = (await emma.get('/api/v1/transfers/terms')).body as { dayLeft: { amount: string } };
      // The seed has already sent 75.25 of emma's day.
      expect(dayLeft.amount).toBe('74.75');
      const refused = await emma.transfer('demo', '80');
      expect(refused.problem).toMatchObject({
        code: 'money.daily_limit',
        params: { maximum: '150.00\u00a0USD', left: '74.75\u00a0USD' },
      });
      expect((await emma.transfer('demo', '74.75')).status).toBe(201);
    });
  });

  test('carries its fee as a leg to the fee account', async () => {
    const limits = {
      operation: 'transfer',
      minimum: 1_000_000,
      maximum: 5_000_000_000,
      dayMaximum: 10_000_000_000,
    } as const;
    await withLimits(app.database, [{ ...limits, fee: 250_000 }], async () => {
      const before = Number(await usdOf(demo));
      const sent = await demo.transfer('lihua', '10');
      expect(sent.body.fee).toEqual({ amount: '0.25', unit: 'USD' });
      expect(Number(await usdOf(demo))).toBe(before - 10.25);
      expect(await balanceOf(app.database, systemAccount('usdFee'))).toBe(250_000n);
    });
  });

  test('to or from a suspended member is refused, and nothing moves', async () => {
    const noah = await app.logIn('noah');
    await suspend(app.database, 'noah', 'yuna');
    const before = await moneyState(app.database);
    expect((await noah.transfer('hana', '1')).problem.code).toBe('member.suspended');
    expect((await hana.transfer('yuna', '1')).problem.code).toBe('transfer.recipient_cannot_receive');
    expect((await noah.get('/api/v1/balances')).status).toBe(200);
    expect(await moneyState(app.database)).toEqual(before);
  });
});

test('a recipient is new until something was sent to them', async () => {
  const emma = await app.logIn('emma');
  const isNew = async (username: string) => (await emma.get(`/api/v1/transfers/recipients/${username}`)).body.firstTime;
  // What came from them is no reason to trust the name; emma has sent to demo before.
  expect([await isNew('demo'), await isNew('oliver')]).toEqual([false, true]);
  expect((await emma.transfer('oliver', '1')).status).toBe(201);
  expect(await isNew('oliver')).toBe(false);
});

test.each([
  ['demo', 'hana', 'downline', 'left'],
  ['demo', 'oliver', 'downline', 'right'],
  ['lihua', 'xinyi', 'downline', 'right'],
  ['hana', 'demo', 'upline', null],
])('%s is informed that %s stands in the %s, %s', async (sender, recipient, relation, side) => {
  const caller = await app.logIn(sender);
  const { body } = await caller.get(`/api/v1/transfers/recipients/${recipient}`);
  expect(body).toMatchObject({ relation, side });
});

describe('one idempotency key', () => {
  test('answers a repetition with the very same text, and moves once', async () => {
    const key = newKey();
    const first = await demo.transfer('hana', '3', key);
    const before = await moneyState(app.database);
    const second = await demo.transfer('hana', '3', key);
    expect(second.text).toBe(first.text);
    expect(second.status).toBe(201);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await moneyState(app.database)).toEqual(before);
  });

  test('answers a repetition with its own receipt, also where one batch posted several of a sender', async () => {
    const orders = Array.from({ length: 24 }, (_, place) => ({
      amount: `1.0${String(place).padStart(2, '0')}`,
      key: newKey(),
    }));
    const answers = await Promise.all(orders.map(({ amount, key }) => demo.transfer('hana', amount, key)));
    // Otherwise this tries nothing: those of one batch have one time, to the microsecond.
    const [batched] = await app.database.sql<{ more: number }>(
      'SELECT count(*)::int - count(DISTINCT recorded_at)::int AS more FROM journal WHERE key = ANY ($1)',
      [orders.map(({ key }) => key)],
    );
    expect(batched?.more).toBeGreaterThan(0);
    for (const [place, { amount, key }] of orders.entries())
      expect((await demo.transfer('hana', amount, key)).text).toBe(answers[place]?.text);
  });

  test('sent 50 times at once moves money once; the others are replays or asked to wait', async () => {
    const key = newKey();
    const before = Number(await usdOf(hana));
    const answers = await Promise.all(Array.from({ length: 50 }, () => demo.transfer('hana', '2', key)));
    const done = answers.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThanOrEqual(1);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const { problem } of answers.filter(({ status }) => status !== 201))
      expect(problem.code).toBe('idempotency.in_flight');
    expect(Number(await usdOf(hana))).toBe(before + 2);
  });

  test.each([
    ['another amount', 'hana', '4'],
    ['another recipient', 'lihua', '3'],
  ])('with %s is refused', async (_what, recipient, amount) => {
    const key = newKey();
    await demo.transfer('hana', '3', key);
    const before = await moneyState(app.database);
    expect((await demo.transfer(recipient, amount, key)).problem).toMatchObject({
      status: 422,
      code: 'idempotency.key_reused',
    });
    expect(await moneyState(app.database)).toEqual(before);
  });

  test('keeps a refusal: a late retry cannot surprise', async () => {
    const key = newKey();
    const poor = await app.logIn('sora');
    const first = await poor.transfer('minjun', '46', key);
    expect(first.problem.code).toBe('money.insufficient_balance');
    const minjun = await app.logIn('minjun');
    expect((await minjun.transfer('sora', '10')).status).toBe(201);
    expect((await poor.transfer('minjun', '46', key)).text).toBe(first.text);
    expect((await poor.transfer('minjun', '46')).status).toBe(201);
  });

  test('belongs to one member: another one may use the same', async () => {
    const key = newKey();
    expect((await demo.transfer('hana', '1', key)).status).toBe(201);
    expect((await hana.transfer('demo', '1', key)).status).toBe(201);
  });

  test.each([
    ['missing', {}],
    ['short', { 'idempotency-key': 'short' }],
    ['no UUID', { 'idempotency-key': 'a'.repeat(36) }],
    ['two of them', { 'idempotency-key': `${newKey()}, ${newKey()}` }],
  ])('%s: 400', async (_what, headers) => {
    const answer = await demo.post(
      '/api/v1/transfers',
      { recipient: 'hana', amount: '1', unit: 'USD' },
      headers as Record<string, string>,
    );
    expect(answer.problem).toMatchObject({ status: 400, code: 'idempotency.key_missing' });
  });

  test('reports afterwards what became of it, to its owner only', async () => {
    const key = newKey();
    const path = `/api/v1/operations/${key}`;
    const sent = await demo.transfer('hana', '1', key);
    expect((await demo.get(path)).body).toEqual({ state: 'done', status: 201, answer: sent.body });
    expect((await hana.get(path)).body).toEqual({ state: 'unknown' });
  });

  test('is closed by asking for it before it came: late, it does nothing, however it comes', async () => {
    const before = await usdOf(demo);
    for (const amount of ['1', '4999']) {
      const key = newKey();
      const path = `/api/v1/operations/${key}`;
      expect((await demo.get(path)).body).toEqual({ state: 'unknown' });
      const late = await Promise.all([1, 2, 3].map(() => demo.transfer('hana', amount, key)));
      for (const { problem } of late) expect(['idempotency.closed', 'idempotency.in_flight']).toContain(problem.code);
      expect((await demo.transfer('hana', amount, key)).problem.code).toBe('idempotency.closed');
      expect((await demo.get(path)).body).toEqual({ state: 'unknown' });
    }
    expect(await usdOf(demo)).toBe(before);
    // A key of another member's is theirs to close.
    const key = newKey();
    await hana.get(`/api/v1/operations/${key}`);
    expect((await demo.transfer('hana', '1', key)).status).toBe(201);
  });

  test('sent and asked for at once: what is reported is what happened', async () => {
    for (const _ of Array.from({ length: 20 })) {
      const key = newKey();
      const path = `/api/v1/operations/${key}`;
      const [sent, request] = await Promise.all([demo.transfer('hana', '1', key), demo.get(path)]);
      const { state } = (await demo.get(path)).body;
      if (request.body.state !== 'in_flight') expect(state).toBe(request.body.state);
      if (sent.status === 201) expect(state).toBe('done');
      else expect(['idempotency.closed', 'idempotency.in_flight']).toContain(sent.problem.code);
      if (state === 'unknown') expect((await demo.transfer('hana', '1', key)).status).toBe(409);
    }
  });
});

test('100 concurrent debits of one balance: exactly what it can pay goes through', async () => {
  const jisoo = await app.logIn('jisoo');
  const answers = await Promise.all(Array.from({ length: 100 }, () => jisoo.transfer('minjun', '1')));
  const codes = answers.map(({ status, problem }) => (status === 201 ? 'sent' : problem.code));
  expect(codes.filter((code) => code === 'sent')).toHaveLength(60);
  expect(codes.filter((code) => code === 'money.insufficient_balance')).toHaveLength(40);
  expect(await usdOf(jisoo)).toBe('0.00');
});

test('opposite transfers at once end without deadlock', async () => {
  const lihua = await app.logIn('lihua');
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0 ? demo.transfer('lihua', '1') : lihua.transfer('demo', '1'),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
});

test('afterwards every invariant holds', async () => {
  const findings = await verifyAll(app.database.url);
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});
