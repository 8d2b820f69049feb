import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { systemClock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { Admission } from '../../platform/http/admission.ts';
import { type Audience, callerAdmission } from '../../platform/http/audience.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { endpoint, type RateLimit, reads } from '../../platform/http/endpoint.ts';
import { Invoker } from '../../platform/http/invoke.ts';
import { RateLimits } from '../../platform/http/rateLimit.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { ServerLoader } from './loader.ts';

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
      { endpoint: 'getDisplayRates', args: {}, data: (await demo.get('/api/v1/display-rates')).body },
    ]);
  });

  test('answers for the very page, as its address names what it shows', async () => {
    const { records } = (await demo.get('/api/v1/records?kind=opening&unit=USD')).body as { records: { id: string }[] };
    const id = records[0]?.id ?? '';
    const partsFor = async (route: string, url: string) =>
      ((await load(demo, `route=${route}&url=${encodeURIComponent(url)}`)).body as { answers: object[] }).answers;
    expect(await partsFor('wallet/record', `/wallet/records/${id}`)).toEqual([
      { endpoint: 'getRecord', args: { id }, data: (await demo.get(`/api/v1/records/${id}`)).body },
    ]);
    expect(await partsFor('wallet/records', '/wallet/records?kind=opening&unit=USD')).toEqual([
      { endpoint: 'listRecords', args: { kind: 'opening', unit: 'USD' }, data: expect.objectContaining({ records }) },
      { endpoint: 'getRecordFilters', args: {}, data: (await demo.get('/api/v1/record-filters')).body },
    ]);
    // Days and months are those of the reader's own calendar: the page asks for them itself.
    expect(await partsFor('wallet/records', '/wallet/records?from=2026-01-01')).toMatchObject([
      { endpoint: 'getRecordFilters' },
    ]);
    // What is nobody's, and what is no address of ours.
    expect(await partsFor('wallet/record', '/wallet/records/101-999999')).toEqual([]);
    expect(await partsFor('wallet/record', '/wallet/records/%ff')).toEqual([]);
    expect(await partsFor('wallet/record', '/wallet/records/')).toEqual([]);
  });

  test("says the product's time, which need not be this machine's", async () => {
    app.clock.advance(20 * 60_000);
    const { now } = (await load(app.visitor, 'route=')).body as { now: string };
    expect(Date.parse(now) - Date.now()).toBeGreaterThan(19 * 60_000);
  });

  test('gives an outsider nothing, and an unknown screen nothing', async () => {
    expect((await load(app.visitor, 'route=wallet/home')).body).toEqual({
      now: expect.any(String),
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

describe('what keeps a call out over HTTP keeps it out here', () => {
  const caller: Caller = {
    requestId: 'r',
    address: '127.0.0.1',
    userAgent: '',
    token: 't',
    device: undefined,
    member: { id: '1', username: 'demo', language: 'en', suspended: false, termsDue: false, locked: false },
  };

  /** A loader over one endpoint of the screen `account/consulation`. @returns which of its calls were answered */
  async function answered(calls: number, policy: () => void, limit: RateLimit = reads) {
    const { database } = app.application;
    const inquiries = endpoint('member', 'listInquiries', {
      limit: { ...limit, perProcess: true },
      handle: async () => ({ body: { inquiries: [], next: null } }),
    });
    const audience: Audience<Caller> = {
      kind: 'member',
      hosts: () => new Map(),
      base: '/api/v1',
      cookie: { name: 'c', secure: false, maximumAgeSeconds: 1 },
      identify: async () => caller,
      policies: { member: policy },
      admission: callerAdmission({ rateLimitFactor: 1 }),
      nameOf: ({ member }: Caller) => member?.username,
      idOf: ({ member }) => member?.id,
      userOf: ({ member }) => member ?? null,
      languageOf: () => undefined,
    };
    const invoker = new Invoker(audience, {
      database,
      rateLimits: new RateLimits(database, [inquiries], 1),
      securityRecords: { add: async () => undefined },
      checked: true,
    });
    const loader = new ServerLoader(audience, [inquiries], invoker, systemClock);
    const given: boolean[] = [];
    for (let call = 0; call < calls; call += 1)
      given.push((await loader.load('account/consulation', caller, '/consulation')).answers.length === 1);
    return given;
  }

  test('its policy', async () => {
    expect(await answered(1, () => undefined)).toEqual([true]);
    const refuse = () => {
      throw new AppError('member.suspended');
    };
    expect(await answered(1, refuse)).toEqual([false]);
  });

  test('its limit', async () => {
    expect(await answered(3, () => undefined, { points: 2, seconds: 60 })).toEqual([true, true, false]);
  });
});

test('what a member has under way is counted together: API, data of screens, pages', async () => {
  const limited = await startTestApplication({ rateLimitFactor: 1 });
  const enter = jest.spyOn(Admission.prototype, 'enter');
  try {
    const [own, other] = [await limited.logIn('demo'), await limited.logIn('hana')];
    const entrances = [
      '/api/v1/session',
      '/server-loader?route=account/googleAuth&url=/account',
      '/account/googleAuth',
    ];
    const statuses = async (client: Client) =>
      Promise.all(entrances.map(async (path) => (await client.get(path)).status));
    enter.mockClear();
    expect(await statuses(own)).toEqual([200, 200, 200]);
    const entered = enter.mock.contexts
      .map((admission, call) => ({ admission: admission as Admission, one: enter.mock.calls[call]?.[0] }))
      .filter(({ one }) => typeof one === 'string');
    expect(entered).toHaveLength(3);
    const leaves = Array.from({ length: 8 }, () =>
      entered.map(({ admission, one }) => admission.enter(one ?? '')),
    ).flat();
    expect(await statuses(own)).toEqual([503, 503, 503]);
    expect(await statuses(other)).toEqual([200, 200, 200]);
    for (const leave of leaves) leave();
    expect(await statuses(own)).toEqual([200, 200, 200]);
  } finally {
    enter.mockRestore();
    await limited.close();
  }
});
