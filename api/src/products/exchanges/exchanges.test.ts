import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Money, money, parseAmount } from '@trellis/api-contract';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { bindGoogle } from '../../testing/authenticator.ts';
import { balancesOf, give, moneyState } from '../../testing/balances.ts';
import { suspend } from '../../testing/members.ts';
import { enrolled, loggedIn } from '../../testing/operators.ts';
import { outcomeOf } from '../../testing/outcomes.ts';
import { mailedCode } from '../../testing/registering.ts';
import { setMaximumAge, setRate, withLimits } from '../../testing/rules.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let demo: Client;

beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true });
  demo = await app.logIn('demo');
});
afterAll(async () => {
  const findings = await verifyAll(app.database.url);
  await app.close();
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

const quoted = (client: Client, amount: string, from = 'USD', to = 'USDT') =>
  client.post('/api/v1/exchanges/quotes', { from, to, amount });
const exchanged = (client: Client, quote: unknown, more: object = {}, key = newKey()) =>
  client.post('/api/v1/exchanges', { quote, ...more }, { 'idempotency-key': key });
const text = (money: unknown): string => `${(money as Money).amount} ${(money as Money).unit}`;
async function termsOf(client: Client, from: string): Promise<Record<string, unknown>> {
  const { body } = await client.get('/api/v1/exchanges/terms');
  const pair = (body.pairs as Record<string, unknown>[]).find((pair) => pair.from === from);
  if (!pair) throw new Error(`${from} is not exchanged`);
  return pair;
}
const held = async (client: Client, from: string): Promise<string> => text((await termsOf(client, from)).available);

describe('the terms', () => {
  test('report each pair with its rate, fee and limits', async () => {
    const { pairs } = (await demo.get('/api/v1/exchanges/terms')).body as { pairs: Record<string, unknown>[] };
    expect(pairs.map(({ from, to, rate, feePercent }) => `${from} ${to} ${rate} ${feePercent} %`)).toEqual([
      'USDP USD 1.0000 0.3 %',
      'USD USDT 1.0000 0.1 %',
      'USDT USD 1.0000 0 %',
    ]);
    const { exchangeable, available } = await termsOf(demo, 'USDT');
    expect([text(exchangeable), text(available)]).toEqual(['200.00 USDT', '200.00 USDT']);
  });
});

describe('an exchange', () => {
  // Fees round up: 0.3 % of 1.000001 is 0.003000003. Credits get what is left.
  test.each<[from: 'USD' | 'USDT' | 'USDP', to: 'USD' | 'USDT', amount: string, fee: string, credit: string]>([
    ['USDP', 'USD', '100', '0.30 USD', '99.70 USD'],
    ['USDP', 'USD', '1.000001', '0.003001 USD', '0.997 USD'],
    ['USD', 'USDT', '500', '0.50 USDT', '499.50 USDT'],
    ['USD', 'USDT', '1.000999', '0.001001 USDT', '0.999998 USDT'],
    ['USDT', 'USD', '50', '0.00 USD', '50.00 USD'],
  ])('of %s to %s: %s cost %s and give %s, as promised', async (from, to, amount, fee, credit) => {
    const before = await balancesOf(app.database, 'demo');
    const quote = await quoted(demo, amount, from, to);
    expect(quote.status).toBe(201);
    expect([text(quote.body.fee), text(quote.body.credit), quote.body.validSeconds]).toEqual([fee, credit, 30]);
    const done = await exchanged(demo, quote.body.id);
    expect([done.status, text(done.body.fee), text(done.body.credit)]).toEqual([201, fee, credit]);
    const after = await balancesOf(app.database, 'demo');
    const accounts = { USD: 'usdAvailable', USDT: 'usdtAvailable', USDP: 'usdpActive' } as const;
    const moved = (unit: keyof typeof accounts): bigint => after[accounts[unit]] - before[accounts[unit]];
    const minorText = (value: string): string => money(minor(value), 'USD').amount;
    const minor = (value = ''): bigint => parseAmount(value.split(' ')[0] ?? '', 'USD') ?? -1n;
    expect([moved(from), moved(to)]).toEqual([-minor(amount), minor(credit)]);
    expect(text(done.body.balanceAfter)).toBe(await held(demo, to));
    const { records } = (await demo.get('/api/v1/records?limit=1')).body as {
      records: { kind: string; money: Money; reference: string; others: Money[] }[];
    };
    // One record with both sides.
    const paid = `-${minorText(amount)} ${from}`;
    expect(records.map((record) => [record.kind, record.reference, record.others.map(text)])).toEqual([
      ['exchange_in', done.body.reference, [paid]],
    ]);
  });

  test('answers a repetition with the very same text, and moves once', async () => {
    const { body } = await quoted(demo, '5');
    const key = newKey();
    const first = await exchanged(demo, body.id, {}, key);
    const before = await moneyState(app.database);
    const second = await exchanged(demo, body.id, {}, key);
    expect([second.text, second.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    const other = await quoted(demo, '6');
    expect(outcomeOf(await exchanged(demo, other.body.id, {}, key))).toBe('idempotency.key_reused');
    expect(await moneyState(app.database)).toEqual(before);
  });

  test('by one quote happens once, however many ask at once', async () => {
    const { body } = await quoted(demo, '5');
    const before = await held(demo, 'USDT');
    const answers = await Promise.all(Array.from({ length: 50 }, () => exchanged(demo, body.id)));
    const codes = answers.map(outcomeOf).sort();
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['done', 'exchange.quote_expired']));
    expect(Number((await held(demo, 'USDT')).split(' ')[0]) - Number(before.split(' ')[0])).toBeCloseTo(4.995, 6);
  });

  test('by a quote that is old, somebody else’s, or none is refused, and nothing moves', async () => {
    const mine = await quoted(demo, '5');
    const hana = await app.logIn('hana');
    const before = await moneyState(app.database);
    expect(outcomeOf(await exchanged(hana, mine.body.id))).toBe('exchange.quote_expired');
    expect(outcomeOf(await exchanged(demo, newKey()))).toBe('exchange.quote_expired');
    app.clock.advance(30_000);
    expect(outcomeOf(await exchanged(demo, mine.body.id))).toBe('exchange.quote_expired');
    expect(await moneyState(app.database)).toEqual(before);
  });

  test('of more than there is is refused, and so are amounts beyond the limits', async () => {
    const hana = await app.logIn('hana');
    const before = await moneyState(app.database);
    const { body } = await quoted(hana, '5', 'USDT', 'USD');
    expect(outcomeOf(await exchanged(hana, body.id))).toBe('money.insufficient_balance');
    for (const [amount, code] of [
      ['0.999999', 'money.below_minimum'],
      ['10000.000001', 'money.above_maximum'],
      ['1.0000001', 'request.invalid'],
    ] as const)
      expect(outcomeOf(await quoted(hana, amount))).toBe(code);
    expect(outcomeOf(await quoted(hana, '5', 'USDT', 'USDT'))).toBe('field.choice');
    expect(outcomeOf(await quoted(hana, '5', 'RP', 'USD'))).toBe('request.invalid');
    expect(await moneyState(app.database)).toEqual(before);
  });

  test('beyond a day is refused, and says what is left', async () => {
    const hana = await app.logIn('hana');
    const day = { operation: 'exchange', minimum: 1_000_000, maximum: 20_000_000, dayMaximum: 30_000_000 } as const;
    await withLimits(app.database, [day], async () => {
      expect(outcomeOf(await exchanged(hana, (await quoted(hana, '20')).body.id))).toBe('done');
      expect(text((await termsOf(hana, 'USD')).dayLeft)).toBe('10.00 USD');
      const refused = await exchanged(hana, (await quoted(hana, '10.000001')).body.id);
      expect(refused.problem).toMatchObject({
        code: 'money.daily_limit',
        params: { maximum: '30.00\u00a0USD', left: '10.00\u00a0USD' },
      });
    });
  });
});

describe('a rate', () => {
  test('that changes meanwhile leaves a quote as it was promised', async () => {
    const quote = await quoted(demo, '10', 'USDT', 'USD');
    await setRate(app.database, 'usdtInUsd', app.clock.now());
    // None at all now.
    app.clock.advance(1000);
    expect((await termsOf(demo, 'USD')).rate).toBeNull();
    expect(outcomeOf(await quoted(demo, '10'))).toBe('rate.unavailable');
    // USDP is backed one to one, whatever a USDT costs.
    expect(outcomeOf(await quoted(demo, '10', 'USDP', 'USD'))).toBe('done');
    await setRate(app.database, 'usdtInUsd', app.clock.now(), [98, 100]);
    expect(text((await quoted(demo, '10', 'USDT', 'USD')).body.credit)).toBe('9.80 USD');
    const dear = await quoted(demo, '10', 'USD', 'USDT');
    expect([dear.body.rate, text(dear.body.credit)]).toEqual(['1.02040816', '10.193876 USDT']);
    expect(text((await exchanged(demo, quote.body.id)).body.credit)).toBe('10.00 USD');
  });

  test('that one person changes lets quotes rest, before and after: nothing is lost, and all else goes on', async () => {
    const tess = await loggedIn(app, await enrolled(app, 'tess', ['treasurer']));
    const tom = await loggedIn(app, await enrolled(app, 'tom', ['treasurer']));
    const change = (rate: string, more: object = {}) =>
      tess.post('/rates', { ...{ base: 'USDT', quote: 'USD', rate, source: 'x', reason: 'x' }, ...more });
    const agreed = (await change('1')).body;
    expect(agreed.state).toBe('waiting');
    await tom.approve('rate.approve', agreed.id);
    app.clock.advance(1000);
    const member = await app.logIn('oliver');
    await give(app.database, 'oliver', 'usdAvailable', 1000);
    await give(app.database, 'oliver', 'usdtAvailable', 1000);
    const before = await moneyState(app.database);
    const quote = (await quoted(member, '100')).body.id;
    expect((await change('1.004')).body.state).toBe('inForce');
    const key = newKey();
    for (const refused of [await exchanged(member, quote, {}, key), await quoted(member, '100', 'USDT', 'USD')]) {
      expect(refused.problem).toMatchObject({ status: 503, code: 'rate.resting', params: { minutes: 5 } });
      expect(refused.headers.get('retry-after')).toBe('300');
    }
    expect(await moneyState(app.database)).toEqual(before);
    expect(outcomeOf(await quoted(member, '100', 'USDP', 'USD'))).toBe('done');
    const payout = 'unit=USDT&amount=100&asset=USDT&chain=TRON';
    expect((await member.get(`/api/v1/withdrawals/quote?${payout}`)).status).toBe(200);
    app.clock.advance(270_000);
    expect((await quoted(member, '100')).problem.params).toEqual({ minutes: 1 });
    app.clock.advance(30_000);
    expect(outcomeOf(await exchanged(member, quote, {}, key))).toBe('exchange.quote_expired');
    expect(outcomeOf(await exchanged(member, (await quoted(member, '100')).body.id))).toBe('done');
    const from = new Date(app.clock.now().getTime() + 301_000).toISOString();
    expect((await change('1.003', { from })).body.state).toBe('coming');
    const late = (await quoted(member, '100', 'USDT', 'USD')).body.id;
    app.clock.advance(1000);
    expect(outcomeOf(await exchanged(member, late))).toBe('rate.resting');
    app.clock.advance(600_000);
    expect(outcomeOf(await quoted(member, '100'))).toBe('done');
  });

  test('that is too old is not quoted', async () => {
    await setMaximumAge(app.database, 'USDT', 3600);
    expect(outcomeOf(await quoted(demo, '10'))).toBe('done');
    app.clock.advance(3_600_001);
    const late = await app.logIn('demo');
    expect(outcomeOf(await quoted(late, '10'))).toBe('rate.stale');
    expect((await termsOf(late, 'USD')).rate).toBeNull();
    await setMaximumAge(app.database, 'USDT', null);
  });
});

test('above 1,000 USD a code is asked for: of the mail, or of the authenticator where one is bound', async () => {
  const emma = await app.logIn('emma');
  const email = 'emma@example.com';
  await give(app.database, 'emma', 'usdAvailable', 5000);
  const at = async (amount: string) => (await quoted(emma, amount)).body.id;
  expect(outcomeOf(await exchanged(emma, await at('1000')))).toBe('done');
  const quote = await at('1000.01');
  const refused = await exchanged(emma, quote);
  expect(refused.problem.fields).toEqual([{ path: 'code', code: 'field.required' }]);
  await emma.post('/api/v1/security/email-codes', { purpose: 'exchange' });
  expect(outcomeOf(await exchanged(emma, quote, { code: '000000' }))).toBe('code.incorrect');
  expect(outcomeOf(await exchanged(emma, quote, { code: await mailedCode(app, email) }))).toBe('done');
  const phone = await bindGoogle(app, emma, email);
  const code = phone.code();
  expect(outcomeOf(await exchanged(emma, await at('1000.01'), { code }))).toBe('done');
  // A code allows one thing once.
  expect(outcomeOf(await exchanged(emma, await at('1000.01'), { code }))).toBe('twofactor.used');
});

test('a suspended member exchanges nothing, and reads the terms', async () => {
  const noah = await app.logIn('noah');
  const quote = await quoted(noah, '1');
  await suspend(app.database, 'noah');
  expect(outcomeOf(await exchanged(noah, quote.body.id))).toBe('member.suspended');
  expect((await noah.get('/api/v1/exchanges/terms')).status).toBe(200);
});
