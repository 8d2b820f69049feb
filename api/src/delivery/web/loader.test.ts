import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let demo: Client;
beforeAll(async () => {
  app = await startTestApplication();
  demo = await app.logIn('demo');
});
afterAll(() => app.close());

describe('the server loader', () => {
  const load = (client: Client, query: string) => client.get(`/server-loader?${query}`);

  test('answers everything a screen needs, as the endpoints themselves do', async () => {
    const answer = await load(demo, 'route=account/home&url=/account');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatchObject({ route: 'account/home', session: { username: 'demo', suspended: false } });
    expect(answer.body.answers).toEqual([
      { endpoint: 'getProfile', args: {}, data: (await demo.get('/api/v1/profile')).body },
      { endpoint: 'getSecurity', args: {}, data: expect.objectContaining({ lock: null }) },
      { endpoint: 'countUnreadNotices', args: {}, data: { unread: expect.any(Number) } },
    ]);
  });

  test('gives a stranger nothing, and an unknown screen nothing', async () => {
    expect((await load(app.visitor, 'route=wallet/home')).body).toEqual({
      route: 'wallet/home',
      session: null,
      answers: [],
    });
    for (const route of ['wallet/none', 'constructor', '__proto__', ''])
      expect((await load(demo, `route=${route}`)).body).toMatchObject({ route: null, answers: [] });
  });

  test.each(['', 'route=a&route=b', `route=${'a'.repeat(101)}`])('%.20s: refused by name', async (query) => {
    expect((await load(demo, query)).problem).toMatchObject({
      status: 400,
      fields: [{ path: 'route', code: 'field.format' }],
    });
  });

  test('is read only', async () => {
    const answer = await demo.post('/server-loader?route=wallet/home', {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET');
  });
});
