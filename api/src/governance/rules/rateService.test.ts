import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { enrolled, loggedIn, type OpsAnswer, type OpsClient } from '../../testing/operators.ts';
import { ops } from '../../testing/ops.ts';
import { outcomeBy } from '../../testing/outcomes.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** Tina and Theo are treasurers; what rules do is in ruleService.test.ts. */
let app: TestApplication;
let tina: OpsClient;
let theo: OpsClient;

beforeAll(async () => {
  app = await startTestApplication();
  tina = await loggedIn(app, await enrolled(app, 'tina', ['treasurer']));
  theo = await loggedIn(app, await enrolled(app, 'theo', ['treasurer']));
});
afterAll(() => app.close());

const set = (rate: string, more: object = {}): Promise<OpsAnswer> =>
  tina.post('/rates', { base: 'BTC', quote: 'USD', rate, source: 'two exchanges', reason: 'noon', ...more });
const outcomeOf = outcomeBy('state');
async function usable(): Promise<unknown> {
  const { body } = await tina.get('/rates');
  return (body.pairs as { base: string; usable: boolean }[]).filter((pair) => pair.usable).map(({ base }) => base);
}

test('the rate at which stakes are begun moves by a tenth at most unless another treasurer approves, whoever sets it', async () => {
  const cp = { base: 'CP', source: 'as decided' };
  const rates = async (): Promise<unknown> => {
    const { body } = await theo.get('/rates');
    const pairs = body.pairs as { base: string; rates: { rate: string; state: string }[] }[];
    return pairs.find(({ base }) => base === 'CP')?.rates.map(({ rate, state }) => `${rate} ${state}`);
  };
  expect(await rates()).toEqual(['1 inForce']);
  expect((await set('1.1', cp)).body).toMatchObject({ state: 'inForce', jumps: false, base: 'CP', quote: 'USD' });
  app.clock.advance(1000);
  const { body: jump } = await set('1.21000001', cp);
  expect(jump).toMatchObject({ state: 'waiting', jumps: true, setBy: 'operator:tina', from: null });
  expect(await rates()).toEqual(['1.21000001 waiting', '1.1 inForce']);
  // A command asks for nothing that takes two, and approves none of it.
  const by = ['--reason', 'a new year', '--by', 'kim'];
  const wanted = ['--base', 'CP', '--quote', 'USD', '--rate', '1.3', '--source', 'as decided'];
  await expect(ops(app, 'setRate', ...wanted, ...by)).rejects.toThrow('takes a second person');
  await expect(ops(app, 'approve', '1', ...by)).rejects.toThrow('You don’t have access to this.');
  expect(await rates()).toEqual(['1.21000001 waiting', '1.1 inForce']);
  expect((await theo.approve('rate.approve', jump.id)).status).toBe(200);
  expect(await rates()).toEqual(['1.21000001 inForce']);
  app.clock.advance(1000);
  // Down by as much is a jump, too.
  expect(outcomeOf(await set('1.08', cp))).toBe('waiting');
  expect(outcomeOf(await set('1.09', cp))).toBe('inForce');
});

test('a first rate waits for another treasurer; then changes of less than a tenth hold at once', async () => {
  expect(await usable()).toEqual(['USDT', 'CP']);
  const first = await set('97123.45');
  expect(first.body).toMatchObject({
    state: 'waiting',
    jumps: true,
    rate: '97123.45',
    setBy: 'operator:tina',
    from: null,
  });
  expect(await usable()).toEqual(['USDT', 'CP']);
  const approve = (who: OpsClient) => who.approve('rate.approve', first.body.id);
  expect(outcomeOf(await approve(tina))).toBe('approval.second_person');
  expect((await approve(theo)).status).toBe(200);
  expect(outcomeOf(await approve(theo))).toBe('approval.closed');
  expect(await usable()).toEqual(['USDT', 'BTC', 'CP']);
  app.clock.advance(1000);
  expect(outcomeOf(await set('98000'))).toBe('inForce');
  expect(outcomeOf(await set('98500', { from: new Date(app.clock.now().getTime() + 60_000).toISOString() }))).toBe(
    'coming',
  );
  expect(outcomeOf(await set('98500', { from: '2020-01-01T00:00:00.000Z' }))).toBe('rule.past');
  const { pairs } = (await tina.get('/rates')).body as { pairs: { base: string; previous: string | null }[] };
  // The first has nothing before it, and what is announced replaces nothing yet.
  expect(pairs.map(({ base, previous }) => [base, previous])).toContainEqual(['BTC', '97123.45']);
  expect(pairs.find(({ base }) => base === 'USDT')?.previous).toBeNull();
  const { body } = await tina.get('/rates/history?base=BTC&limit=2');
  const older = await tina.get(`/rates/history?base=BTC&limit=2&after=${String(body.next)}`);
  expect([(older.body.rates as object[]).length, older.body.next]).toEqual([1, null]);
  expect([...(body.rates as object[]), ...(older.body.rates as object[])].slice(0, 3)).toEqual(
    (await tina.get('/rates/history?base=BTC&limit=3')).body.rates,
  );
  body.rates = [...(body.rates as object[]), ...(older.body.rates as object[])];
  expect((body.rates as { rate: string; state: string }[]).map(({ rate, state }) => `${rate} ${state}`)).toEqual([
    '98500 coming',
    '98000 inForce',
    '97123.45 over',
  ]);
  app.clock.advance(25 * 3_600_000);
  tina = await loggedIn(app, await enrolled(app, 'toni', ['treasurer']));
  expect(await usable()).toEqual(['USDT', 'CP']);
});

test('a slip of the decimal point is refused, whoever agrees; a true crash goes in steps', async () => {
  const usdt = { base: 'USDT' };
  const agreed = async (rate: string, more: object = {}) => {
    const request = await set(rate, { ...usdt, ...more });
    if (request.status !== 200) return outcomeOf(request);
    if (request.body.state !== 'waiting') return request.body.state;
    const answer = await theo.approve('rate.approve', request.body.id);
    app.clock.advance(1000);
    return answer.status === 200 ? 'agreed' : outcomeOf(answer);
  };
  theo = await loggedIn(app, await enrolled(app, 'thea', ['treasurer']));
  for (const rate of ['10.00000001', '0.09999999', '999999999', '0.00000001'])
    expect([rate, await agreed(rate)]).toEqual([rate, 'rate.slip']);
  const later = (hours: number) => ({ from: new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString() });
  expect(await agreed('0.05', later(1))).toBe('rate.slip');
  expect(await agreed('0.1')).toBe('agreed');
  expect(await agreed('0.01')).toBe('agreed');
  // Asked for while it was near, and approved when it is not any more.
  const near = await set('0.001', usdt);
  expect(await agreed('0.1')).toBe('agreed');
  expect(outcomeOf(await theo.approve('rate.approve', near.body.id))).toBe('rate.slip');
  // A ladder of what is announced begins at what holds now.
  expect(await agreed('0.01', later(2))).toBe('agreed');
  expect(await agreed('0.001', later(3))).toBe('rate.slip');
  expect(await agreed('1')).toBe('agreed');
});

test.each(['0', '0.00', '-1', '1e5', '1,5', '01', '1.123456789', '1234567890', ''])(
  'a rate of %j is none',
  async (rate) => {
    expect(outcomeOf(await set(rate))).toBe('request.invalid');
  },
);

test('what one person planned does not come back after two agreed to another, unless it is near', async () => {
  app.clock.advance(1000);
  const ask = async (rate: string, more: object = {}) => {
    const { body } = await set(rate, { base: 'ON', ...more });
    if (body.state === 'waiting') expect((await theo.approve('rate.approve', body.id)).status).toBe(200);
    app.clock.advance(1000);
  };
  const inDays = (days: number) => ({ from: new Date(app.clock.now().getTime() + days * 86_400_000).toISOString() });
  const rates = async () =>
    ((await tina.get('/rates/history?base=ON')).body.rates as { rate: string; state: string }[]).map(
      ({ rate, state }) => `${rate} ${state}`,
    );
  await ask('1');
  await ask('1.01', inDays(10));
  await ask('0.98', inDays(20));
  expect(await rates()).toEqual(['0.98 coming', '1.01 coming', '1 inForce']);
  await ask('0.9');
  expect(await rates()).toEqual(['0.9 inForce', '0.98 coming', '1.01 replaced', '1 over']);
  await ask('0.5');
  expect(await rates()).toEqual(['0.5 inForce', '0.9 over', '0.98 replaced', '1.01 replaced', '1 over']);
});
