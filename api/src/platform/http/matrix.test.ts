import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Endpoint, endpoints, type RouteCall, routeCallName, routeData } from '@trellis/api-contract';
import { contracts } from '@trellis/api-contract/schemas';
import { give } from '../../testing/balances.ts';
import { endSessions, suspend } from '../../testing/members.ts';
import { enrolled, loggedIn, opsHost } from '../../testing/operators.ts';
import { givePackage } from '../../testing/packages.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { giveNotice, storeAnswer } from '../../testing/records.ts';
import { giveStake } from '../../testing/stakes.ts';
import {
  type Answer,
  Client,
  newKey,
  startTestApplication,
  type TestApplication,
} from '../../testing/testApplication.ts';
import { giveWithdrawal, keepAddress } from '../../testing/withdrawals.ts';
import type { EndpointSchemas } from './validation.ts';

/**
 * Who may call what, made from the contract's own list: whoever adds an endpoint has to say here what belongs to whom,
 * or the last test fails. `hana` is the member herself; the others stand around her in the tree, or outside of it.
 */
let app: TestApplication;
let callers: Readonly<Record<string, Client>>;
let hana: Client;

beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true });
  const viewer = await loggedIn(app, await enrolled(app, 'vera', ['viewer']));
  const releases = await loggedIn(app, await enrolled(app, 'rita', ['releases']));
  hana = await app.logIn('hana');
  const suspended = await app.logIn('noah');
  await suspend(app.database, 'noah');
  const ended = await app.logIn('ren');
  await endSessions(app.database, 'ren');
  callers = {
    anonymous: app.visitor,
    self: hana,
    outsider: await app.logIn('lihua'),
    upline: await app.logIn('demo'),
    downline: await app.logIn('yuna'),
    suspended,
    'an ended session': ended,
    'an operator': new Client(app.origin, viewer.cookie),
    'another operator': new Client(app.origin, releases.cookie),
    "an operator's token under the members' name": new Client(
      app.origin,
      releases.cookie?.replace('trellis-dev-ops-session', 'trellis-dev-session'),
    ),
    'two sessions at once': new Client(app.origin, `${hana.cookie}; ${ended.cookie}`),
  };
});
afterAll(() => app.close());

const all = Object.entries(endpoints) as [string, Endpoint][];
const members = new Set(['self', 'outsider', 'upline', 'downline', 'suspended']);

/** Ids in each form that an address may ask for, of nothing that exists. */
const absentIds = ['101-999999', '999999999', '00000000-0000-4000-8000-000000000000'];

/** The one that an endpoint takes: what has no such form is answered otherwise, whoever asks. */
function absentId(endpoint: Endpoint): string {
  const [name = ''] = all.find(([, each]) => each === endpoint) ?? [];
  const { params } = (contracts.member.schemas as Readonly<Record<string, EndpointSchemas>>)[name] ?? {};
  const id = absentIds.find((each) => params?.safeParse({ id: each }).success);
  if (id === undefined) throw new Error(`${name}: none of absentIds has the form that its params ask for`);
  return id;
}

/** Addresses with a parameter, of nothing that exists. */
const pathOf = (endpoint: Endpoint): string =>
  `/api/v1${endpoint.path
    .replace(':key', newKey())
    .replace(':username', 'nobodyhere')
    .replace(':code', 'ZZZZZZZZ')
    .replace(':document', 'terms')
    .replace(':chain', 'BSC')
    .replace(':month', '2019-01')
    .replace(':id', () => absentId(endpoint))}`;

const call = (client: Client, endpoint: Endpoint, headers: Record<string, string> = {}): Promise<Answer> =>
  client.send(endpoint.method, pathOf(endpoint), endpoint.method === 'POST' ? '{}' : undefined, {
    ...(endpoint.idempotent && { 'idempotency-key': newKey() }),
    ...headers,
  });

/** What keeps a caller out; `undefined` where only the empty body is refused, if anything. */
function turnedAway(caller: string, { auth }: Endpoint): string | undefined {
  if (auth === 'public') return undefined;
  if (!members.has(caller)) return 'auth.session_required';
  return caller === 'suspended' && auth === 'activeMember' ? 'member.suspended' : undefined;
}

describe('on the members’ host', () => {
  test.each(all)('%s: who may call', async (name, endpoint) => {
    for (const [caller, client] of Object.entries(callers)) {
      const refused = turnedAway(caller, endpoint);
      // What ends sessions would end those that the others need.
      if (refused === undefined && endpoint.method === 'DELETE' && name !== 'endSession') continue;
      const { status, problem } = await call(client, endpoint);
      if (refused === undefined)
        expect([
          caller,
          ['auth.session_required', 'auth.forbidden', 'member.suspended'].includes(problem.code),
        ]).toEqual([caller, false]);
      else expect([caller, problem.code]).toEqual([caller, refused]);
      expect([caller, status < 500]).toEqual([caller, true]);
    }
  });

  test.each(all.filter(([, { method }]) => method !== 'GET'))(
    '%s is refused unless our own page sent it, whoever calls',
    async (_name, endpoint) => {
      const origins: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': '', origin: `http://${opsHost(app)}` },
        { 'sec-fetch-site': 'same-origin', origin: 'http://evil.example' },
      ];
      for (const headers of origins)
        expect((await call(hana, endpoint, headers)).problem).toMatchObject({ status: 403, code: 'auth.forbidden' });
    },
  );

  test.each(all.filter(([, { method }]) => method === 'POST'))('%s takes no form', async (_name, endpoint) => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type, ...(endpoint.idempotent && { 'idempotency-key': newKey() }) };
      const { status } = await hana.send('POST', pathOf(endpoint), 'a=b', headers);
      expect([type, status]).toEqual([type, endpoint.auth === 'public' || status !== 403 ? 415 : 403]);
    }
  });

  test.each(all)('%s is not on the operators’ host', async (_name, endpoint) => {
    const headers = { host: opsHost(app), cookie: hana.cookie };
    expect((await rawRequest(app.origin, { path: pathOf(endpoint), headers })).status).toBe(404);
  });
});

/** What a screen's address has behind an endpoint's, which asks for it by a field: of nothing that exists. */
function behind(call: RouteCall<keyof typeof endpoints>): string {
  if (
    typeof call === 'string' ||
    !Object.values(call.input).includes('last') ||
    endpoints[call.name].path.includes(':')
  )
    return '';
  return call.name === 'listPackages' ? `/${newKey()}` : '/999999999';
}

/** Every endpoint that comes with a screen, and one of those screens. */
const loadable = Object.entries(routeData).flatMap(([route, calls]) =>
  (calls as readonly RouteCall<keyof typeof endpoints>[]).map(
    (each) => [routeCallName(each), route, behind(each)] as const,
  ),
);

test.each(loadable)('%s comes with %s to whom HTTP would answer, and to nobody else', async (name, route, rest) => {
  const endpoint: Endpoint = endpoints[name];
  for (const [caller, client] of Object.entries(callers)) {
    const { status } = await call(client, endpoint);
    const { body } = await client.get(`/server-loader?route=${route}&url=${pathOf(endpoint)}${rest}`);
    const came = (body.answers as { endpoint: string }[]).some((answer) => answer.endpoint === name);
    expect([caller, came]).toEqual([caller, status === 200]);
  }
});

let ownAddresses = 0;
/** One thing of hana's own for each endpoint with an id: nobody else gets a hint that it is there. */
const owned: Readonly<Record<string, () => Promise<string>>> = {
  removeAddress: async () => {
    ownAddresses += 1;
    const address = `0x${String(ownAddresses).padStart(40, '0')}`;
    return `/api/v1/addresses/${await keepAddress(app, 'hana', 'BSC', address)}`;
  },
  getNotice: () => herNotice(),
  readNotice: async () => `${await herNotice()}/read`,
  getInquiry: () => herInquiry(),
  replyToInquiry: async () => `${await herInquiry()}/messages`,
  closeInquiry: async () => `${await herInquiry()}/close`,
  getWithdrawal: () => herWithdrawal(),
  cancelWithdrawal: async () => `${await herWithdrawal()}/cancellation`,
  endSession: async () => {
    await app.logIn('hana');
    const { sessions } = (await hana.get('/api/v1/sessions')).body as { sessions: { id: string; current: boolean }[] };
    return `/api/v1/sessions/${sessions.find(({ current }) => !current)?.id}`;
  },
  cancelPackage: async () => `/api/v1/packages/${await herPackage()}/cancellation`,
  getStake: () => herStake(),
  chooseForStake: async () => `${await herStake()}/choice`,
  removeStakeChoice: async () => `${await herStake()}/choice`,
  getOperation: async () => {
    const key = newKey();
    await storeAnswer(app.database, 'hana', key);
    return `/api/v1/operations/${key}`;
  },
};
/** Parameters that name no property of anybody's, or a place in the caller's own books. */
const common = new Set([
  'getCertificate',
  'getInvitation',
  'checkTransferRecipient',
  'getDocument',
  'getRecord',
  'getStatement',
  'downloadStatement',
  'getDepositAddress',
]);
/** For the endpoints among them that take a body. */
const bodies: Readonly<Record<string, object>> = {
  replyToInquiry: { text: 'Is anybody there?' },
  chooseForStake: { option: 1, acceptsFrom: '0' },
};

/** A withdrawal of hana's. */
const herWithdrawal = async (): Promise<string> => `/api/v1/withdrawals/${await giveWithdrawal(app, 'hana')}`;

/** An inquiry of hana's. */
async function herInquiry(): Promise<string> {
  const request = { type: 'other', text: 'Is this mine?' };
  const { body } = await hana.post('/api/v1/inquiries', request, { 'idempotency-key': newKey() });
  return `/api/v1/inquiries/${body.id}`;
}

/** One that can still be cancelled: it is bought past the sale, which is closed. */
async function herPackage(): Promise<string> {
  await give(app.database, 'hana', 'usdAvailable', 100);
  return givePackage(app.database, 'hana');
}

/** One that its choice can be changed of: it is begun past the sale, which is closed. */
async function herStake(): Promise<string> {
  await give(app.database, 'hana', 'usdAvailable', 100);
  return `/api/v1/stakes/${await giveStake(app.database, 'hana')}`;
}

const herNotice = async (): Promise<string> => `/api/v1/notices/${await giveNotice(app.database, 'hana')}`;

test('a suspended member changes nothing but how they read, ask and keep what is theirs', () => {
  const open = all.filter(([, { method, auth }]) => method !== 'GET' && auth === 'member').map(([name]) => name);
  expect(open).toEqual([
    'cancelFactorReset',
    'savePreferences',
    'endSession',
    'endOtherSessions',
    'lockSession',
    'setAppLock',
    'setPush',
    'confirmPush',
    'endPush',
    'cancelPackage',
    'readNotice',
    'readNotices',
    'createInquiry',
    'replyToInquiry',
    'closeInquiry',
    'acceptTerms',
    'reportLoads',
  ]);
  const acting = all.filter(([, { action }]) => action !== undefined);
  expect(acting.map(([, { auth }]) => auth)).toEqual(acting.map(() => 'activeMember'));
});

describe('what is one member’s own', () => {
  test.each(Object.keys(owned))('%s answers others as if it were not there', async (name) => {
    const endpoint = (endpoints as Record<string, Endpoint>)[name];
    const path = (await owned[name]?.()) ?? '';
    if (!endpoint) throw new Error(`${name} is no endpoint`);
    const body = endpoint.method === 'POST' ? JSON.stringify(bodies[name] ?? {}) : undefined;
    const keyed = (): Record<string, string> => (endpoint.idempotent ? { 'idempotency-key': newKey() } : {});
    for (const caller of ['outsider', 'upline', 'downline', 'suspended']) {
      const client = callers[caller];
      const theirs = await client?.send(endpoint.method, path, body, keyed());
      const absent = await client?.send(endpoint.method, pathOf(endpoint), body, keyed());
      expect([caller, theirs?.status]).toEqual([caller, absent?.status]);
      const { requestId: _one, ...seen } = theirs?.body ?? {};
      const { requestId: _other, ...nothing } = absent?.body ?? {};
      expect(seen).toEqual(nothing);
    }
    const own = await hana.send(endpoint.method, path, body, keyed());
    expect([200, 201]).toContain(own.status);
    expect(own.body).not.toEqual({ state: 'unknown' });
  });

  test('every endpoint with a parameter is in this list, or names nothing of anybody’s', () => {
    const withParameter = all.filter(([, { path }]) => path.includes(':')).map(([name]) => name);
    expect(withParameter.filter((name) => !(name in owned) && !common.has(name))).toEqual([]);
  });
});
