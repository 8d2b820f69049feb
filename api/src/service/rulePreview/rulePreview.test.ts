import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { openDatabaseClock } from '../../development/databaseClock.ts';
import { DevelopmentClock } from '../../ground/clock.ts';
import { give, moneyState } from '../../testing/balances.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { keepAddress, withdraw } from '../../testing/withdrawals.ts';

type Preview = AnswerOf<'operator', 'previewRule'>;

/** Tina is a treasurer, Anna an admin, Rita a reviewer. Before all tests Demo has sent, exchanged and withdrawn. */
let app: TestApplication;
let demo: Client;
let tina: OpsClient;
let anna: OpsClient;
let rita: OpsClient;

const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
  const answer = await demo.post(`/api/v1${path}`, body, { 'idempotency-key': newKey() });
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.body;
};

beforeAll(async () => {
  const clock = new DevelopmentClock(scratchFolder('rulePreview'));
  app = await startTestApplication({}, { clock });
  // What the demo's team did is two days ago.
  clock.advance(48 * 3_600_000);
  await openDatabaseClock(app.database.ownerUrl, clock);
  demo = await app.logIn('demo');
  tina = await loggedIn(app, await enrolled(app, 'tina', ['treasurer']));
  anna = await loggedIn(app, await enrolled(app, 'anna', ['admin']));
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
  await give(app.database, 'demo', 'usdAvailable', 1_000);
  await keepAddress(app, 'demo', 'TRON');
  for (const amount of ['10', '40', '100']) await post('/transfers', { recipient: 'demoleft', amount, unit: 'USD' });
  const { id } = await post('/exchanges/quotes', { from: 'USD', to: 'USDT', amount: '50' });
  await post('/exchanges', { quote: id });
  for (const amount of ['100', '300']) {
    const quote = await demo.get(`/api/v1/withdrawals/quote?unit=USD&amount=${amount}&asset=USDT&chain=TRON`);
    await withdraw(demo, { amount, received: (quote.body.received as { amount: string }).amount });
  }
});
afterAll(() => app.close());

const preview = async (who: OpsClient, subject: string, key: string, value: object, from?: string) =>
  who.post('/rules/preview', { subject, key, value, ...(from !== undefined && { from }) });
const outcomeOf = async (subject: string, key: string, value: object): Promise<Preview> => {
  const { status, body, text } = await preview(tina, subject, key, value);
  if (status !== 200) throw new Error(text);
  return body as unknown as Preview;
};
const limit = (minimum: string, maximum: string, dayMaximum: string, fee = '0.1') => ({
  minimum,
  maximum,
  dayMaximum,
  fee,
});
const inForce = async (key: string): Promise<Record<string, string>> => {
  const { body } = await tina.get('/rules?subject=limit');
  const [subject] = body.subjects as { keys: { key: string; rules: { value: Record<string, string> }[] }[] }[];
  return subject?.keys.find((each) => each.key === key)?.rules[0]?.value ?? {};
};

describe('a limit is tried on what members did in the last day', () => {
  test.each([
    ['what it allows goes through', limit('1', '100', '150'), { minimum: 0, maximum: 0, day: 0 }],
    ['less than the least', limit('10.01', '100', '150'), { minimum: 1, maximum: 0, day: 0 }],
    ['more than the most', limit('1', '99.99', '150'), { minimum: 0, maximum: 1, day: 0 }],
    ['more than a day may have', limit('1', '100', '149.99'), { minimum: 0, maximum: 0, day: 1 }],
  ])('transfers: %s', async (_name, value, refused) => {
    const { traffic } = await outcomeOf('limit', 'transfer-USD', value);
    const isRefused = Object.values(refused).some((count) => count > 0);
    expect(traffic).toMatchObject({ count: 3, refused, members: isRefused ? 1 : 0, whole: true });
  });

  test('what goes through is costed by both rules', async () => {
    const { fee } = await inForce('transfer-USD');
    const { traffic } = await outcomeOf('limit', 'transfer-USD', limit('20', '100', '1000', '0.25'));
    expect(Number(traffic?.fee?.was.amount)).toBeCloseTo(2 * Number(fee), 6);
    expect(traffic?.fee?.would).toEqual({ amount: '0.50', unit: 'USD' });
  });

  test('exchanges and withdrawals, whose fees stand elsewhere', async () => {
    expect((await outcomeOf('limit', 'exchange-USD', limit('60', '100', '100', '0'))).traffic).toMatchObject({
      count: 1,
      refused: { minimum: 1 },
      fee: null,
    });
    expect((await outcomeOf('limit', 'withdrawal-USD', limit('10', '200', '1000', '0'))).traffic).toMatchObject({
      count: 2,
      refused: { maximum: 1 },
      fee: null,
    });
    expect((await outcomeOf('limit', 'withdrawal-USDT', limit('10', '200', '1000', '0'))).traffic?.count).toBe(0);
  });
});

test('a fee of exchanges is rounded up for each, as when it is taken', async () => {
  const { traffic } = await outcomeOf('exchangeFee', 'USD-USDT', { percent: '0.3' });
  expect(traffic).toMatchObject({ count: 1, fee: { would: { amount: '0.15', unit: 'USDT' } } });
  const same = await outcomeOf('exchangeFee', 'USD-USDT', { percent: '0.1' });
  expect(same.traffic?.fee?.would).toEqual(same.traffic?.fee?.was);
});

test('a fee that takes all of a withdrawal would have refused it', async () => {
  expect((await outcomeOf('withdrawalFee', 'USDT-TRON', { fee: '3' })).traffic).toMatchObject({
    count: 2,
    refused: { minimum: 0 },
    fee: { was: { amount: '4.00', unit: 'USDT' }, would: { amount: '6.00', unit: 'USDT' } },
  });
  expect((await outcomeOf('withdrawalFee', 'USDT-TRON', { fee: '100' })).traffic).toMatchObject({
    refused: { minimum: 1 },
    members: 1,
    fee: { was: { amount: '2.00' }, would: { amount: '100.00' } },
  });
});

test('it says who comes next as setting does: a tenth is for one person, more is not', async () => {
  const now = await inForce('transfer-USD');
  const scaled = (by: number) => ({ ...now, maximum: String(Number(now.maximum) * by) });
  for (const by of [0.95, 0.85]) {
    const { secondPerson } = await outcomeOf('limit', 'transfer-USD', scaled(by));
    const set = { subject: 'limit', key: 'transfer-USD', value: scaled(by), reason: 'as it was previewed' };
    const { body, text } = await tina.post('/rules', set);
    expect([by, body.state === 'waiting' ? 'asked' : text && 'set']).toEqual([by, secondPerson ? 'asked' : 'set']);
  }
  const { body } = await preview(anna, 'addressBook', 'all', { waitHours: 24, entries: 20 });
  expect(body).toEqual({ secondPerson: true, traffic: null });
});

test('nothing is changed by it, and nothing is written', async () => {
  const state = () =>
    app.database.sql(`SELECT (SELECT count(*) FROM rule) AS rules, (SELECT count(*) FROM approval) AS proposals,
      (SELECT count(*) FROM audit_event) AS audited`);
  const before = [await state(), await moneyState(app.database)];
  await outcomeOf('limit', 'transfer-USD', limit('1', '2', '3'));
  expect([await state(), await moneyState(app.database)]).toEqual(before);
});

test('what is wrong is said of its field, and who sets no rule tries none', async () => {
  const wrong = await preview(tina, 'limit', 'transfer-USD', limit('5', '4', '3.1234567'));
  expect(wrong.problem.fields?.map(({ path }: { path: string }) => path).sort()).toEqual([
    'value.dayMaximum',
    'value.maximum',
  ]);
  const places = await preview(tina, 'limit', 'transfer-USD', limit('1', '2', '3.1234567'));
  expect(places.problem.fields).toEqual([{ path: 'value.dayMaximum', code: 'money.amount_format' }]);
  const past = await preview(tina, 'limit', 'transfer-USD', limit('1', '2', '3'), '2020-01-01T00:00:00.000Z');
  expect(past.problem).toMatchObject({ code: 'rule.past', fields: [{ path: 'from' }] });
  expect((await preview(rita, 'limit', 'transfer-USD', limit('1', '2', '3'))).problem.code).toBe('auth.forbidden');
});
