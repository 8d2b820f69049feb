import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

interface Point {
  readonly at: string;
  readonly total: { readonly amount: string; readonly unit: string };
}

let app: TestApplication;
let demo: Client;
beforeAll(async () => {
  app = await startTestApplication();
  await app.database.sql(`UPDATE member SET created_at = created_at - interval '2 years' WHERE username = 'demo'`);
  demo = await app.logIn('demo');
});

afterAll(() => app.close());

const historyOf = async (client: Client, query = ''): Promise<Point[]> => {
  const { status, body, text } = await client.get(`/api/v1/balances/history${query}`);
  if (status !== 200) throw new Error(text);
  return body.points as Point[];
};
const totalOf = async (client: Client) => (await client.get('/api/v1/balances')).body.total;
const dayMs = 86_400_000;

test.each([
  ['', 30, 1],
  ['?span=month', 30, 1],
  ['?span=quarter', 30, 3],
  ['?span=year', 52, 7],
])('%s: %i points, %i days apart, the last of them today, and one for now', async (query, count, days) => {
  const points = await historyOf(demo, query);
  const times = points.map(({ at }) => Date.parse(at));
  const now = times.pop() ?? 0;
  expect(times).toHaveLength(count);
  for (const [index, time] of times.entries()) {
    expect(time % dayMs).toBe(0);
    if (index > 0) expect(time - (times[index - 1] ?? 0)).toBe(days * dayMs);
  }
  const today = times.at(-1) ?? 0;
  expect(now - today).toBeGreaterThanOrEqual(0);
  expect(now - today).toBeLessThan(dayMs);
});

test('another span is refused', async () => {
  const { problem } = await demo.get('/api/v1/balances/history?span=decade');
  expect(problem).toMatchObject({ status: 400, fields: [{ path: 'span', code: 'field.choice' }] });
});

describe('what is now', () => {
  test('is the total of the balances, to the last unit and at once', async () => {
    for (const amount of ['1', '0.3', '12.345678']) {
      await demo.transfer('hana', amount);
      expect((await historyOf(demo)).at(-1)?.total).toEqual(await totalOf(demo));
    }
  });

  test('is another member’s own', async () => {
    const [hana, oliver] = [await app.logIn('hana'), await app.logIn('oliver')];
    expect((await historyOf(hana)).at(-1)?.total).toEqual(await totalOf(hana));
    expect((await historyOf(oliver)).at(-1)?.total).toEqual(await totalOf(oliver));
    expect(await totalOf(hana)).not.toEqual(await totalOf(oliver));
  });
});

test('days go by: what was had before each is kept', async () => {
  const client = await app.logIn('noah');
  await demo.transfer('noah', '7');
  const before = await totalOf(client);
  app.clock.advance(2 * dayMs);
  const later = await app.logIn('noah');
  const points = await historyOf(later);
  expect(points.slice(-3).map(({ total }) => total)).toEqual([before, before, before]);
  // Of the days before one joined nothing is shown: it begins with nothing, on that day.
  expect(points).toHaveLength(4);
  expect(points[0]?.total).toEqual({ amount: '0.00', unit: 'USD' });
});
