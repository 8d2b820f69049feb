import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** Tina and Theo are treasurers. The tests follow one another, as days do. */
let app: TestApplication;
let tina: OpsClient;
let theo: OpsClient;
const dayMs = 86_400_000;

const treasurer = async (name: string) => loggedIn(app, await enrolled(app, name, ['treasurer']));
/** The demo's own are of other currencies. */
const shown = async () => {
  const { rates } = (await (await app.logIn('demo')).get('/api/v1/display-rates')).body;
  return (rates as { currency: string }[]).filter(({ currency }) => currency === 'TWD');
};
const set = (who: OpsClient, perUsd: string | null, maximumAgeDays = 7) =>
  who.post('/rules', { subject: 'displayRate', key: 'TWD', value: { perUsd, maximumAgeDays }, reason: 'ECB' });
const approve = (who: OpsClient, id: unknown) => who.approve('rule.approve', id);

beforeAll(async () => {
  app = await startTestApplication();
  tina = await treasurer('tina');
  theo = await treasurer('theo');
});
afterAll(() => app.close());

test('until an operator says one, there is none, and nobody reads them without a session', async () => {
  expect(await shown()).toEqual([]);
  expect((await app.visitor.get('/api/v1/display-rates')).status).toBe(401);
});

test('the first takes two people; a small change takes one, a slip of the finger does not get through', async () => {
  const request = await set(tina, '31.23');
  expect(request.body.state).toBe('waiting');
  expect(await shown()).toEqual([]);
  expect((await approve(tina, request.body.id)).status).not.toBe(200);
  expect((await approve(theo, request.body.id)).status).toBe(200);
  expect(await shown()).toEqual([{ currency: 'TWD', perUsd: '31.23', since: expect.any(String) }]);

  app.clock.advance(1_000);
  expect((await set(tina, '32.5')).body.state).toBe('inForce');
  expect((await set(tina, '3.25')).body.state).toBe('waiting');
  expect(await shown()).toMatchObject([{ perUsd: '32.5' }]);
});

test.each([['0'], ['-1'], ['1e3'], ['1234567'], ['1.1234567']])('%j is no rate', async (perUsd) => {
  const { problem } = await set(tina, perUsd);
  expect(problem).toMatchObject({ status: 400, fields: [{ path: 'value.perUsd' }] });
});

test('one that nobody has looked at for too long is shown no more, and again when it is set', async () => {
  app.clock.advance(7 * dayMs - 60_000);
  expect(await shown()).toHaveLength(1);
  app.clock.advance(120_000);
  expect(await shown()).toEqual([]);
  tina = await treasurer('tess');
  expect((await set(tina, '33')).body.state).toBe('inForce');
  expect(await shown()).toMatchObject([{ perUsd: '33' }]);
});

test('it can be taken away, by two', async () => {
  app.clock.advance(1_000);
  const request = await set(tina, null);
  expect(request.body.state).toBe('waiting');
  const other = await treasurer('toni');
  expect((await approve(other, request.body.id)).status).toBe(200);
  expect(await shown()).toEqual([]);
});
