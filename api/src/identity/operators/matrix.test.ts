import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Endpoint, endpoints } from '@trellis/api-contract';
import {
  type OperatorPolicy,
  type OperatorRole,
  operatorEndpoints,
  operatorPolicies,
  operatorRoles,
} from '@trellis/api-contract/operator';
import { readSettings } from '../../app/settings.ts';
import { Database } from '../../platform/db/database.ts';
import { IdempotentCalls } from '../../platform/http/idempotency.ts';
import { enrolled, loggedIn, OpsClient, opsHost } from '../../testing/operators.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { LoginFailures } from '../credentials/failures.ts';
import { SecretBox } from '../credentials/secretBox.ts';
import { operatorAudience } from './audience.ts';
import { FreshCodes } from './freshCodes.ts';
import { OperatorCodes } from './operatorCodes.ts';
import { OperatorSessions } from './session.ts';

type OperatorEndpoint = Endpoint<'public' | 'operator' | OperatorPolicy>;

let app: TestApplication;
let member: Client;
let callers: Readonly<Record<string, OpsClient>>;
beforeAll(async () => {
  app = await startTestApplication();
  const operators: Partial<Record<OperatorRole, OpsClient>> = {};
  for (const role of operatorRoles) operators[role] = await loggedIn(app, await enrolled(app, `one-${role}`, [role]));
  const { viewer, releases } = operators;
  member = await app.logIn('demo');
  const asOperator = member.cookie.replace('trellis-dev-session', 'trellis-dev-ops-session');
  callers = {
    ...operators,
    visitor: new OpsClient(app),
    member: new OpsClient(app, member.cookie),
    "member's token under the operators' name": new OpsClient(app, asOperator),
    'an operator twice': new OpsClient(app, `${viewer?.cookie}; ${releases?.cookie}`),
    'somebody who says to be a command': new OpsClient(app, 'command=root; actor=command:root; by=root', claimed),
  };
});
afterAll(() => app.close());

/** What no request is believed. */
const claimed = {
  command: 'root',
  'x-command': 'root',
  actor: 'command:root',
  authorization: 'Bearer command:root',
  'user-agent': 'command:root',
};

const all = Object.entries(operatorEndpoints) as [string, OperatorEndpoint][];
const pathOf = ({ path }: { readonly path: string }): string =>
  path
    .replace(':feature', 'team')
    .replace(':document', 'terms')
    .replace(/(?<=^\/(?:withdrawals|packages|stakes|fees)\/):id/, '00000000-0000-4000-8000-000000000000')
    .replace(/(?<=\/days\/):day$/, '2001-01-01')
    .replace(':key', '00000000-0000-4000-8000-000000000000')
    .replace(':id', '999')
    .replace(/:\w+/g, 'nobodyhere')
    .replace(/\/members$/, '/members?username=nobodyhere')
    .replace(/\/search$/, '/search?q=nobodyhere')
    .replace(/\/calls$/, '/calls?release=none')
    .replace(/\/errors$/, '/errors?release=none')
    .replace(/\/rules\/history\.csv$/, '/rules/history.csv?subject=limit');
const call = (name: string, { method, path }: OperatorEndpoint) =>
  callers[name]?.send(method, pathOf({ path }), method === 'POST' ? {} : undefined);

/** What keeps a caller out; `undefined` where only the empty body is refused, if anything. */
const turnedAway = (caller: string, auth: OperatorEndpoint['auth']): string | undefined => {
  if (auth === 'public') return undefined;
  const role = operatorRoles.find((each) => each === caller);
  if (role === undefined) return 'auth.session_required';
  if (auth === 'operator') return undefined;
  const allowed: readonly OperatorRole[] = operatorPolicies[auth];
  return allowed.includes(role) ? undefined : 'auth.forbidden';
};

describe('on the operators’ host', () => {
  test.each(all)('%s: who may call', async (_name, endpoint) => {
    for (const caller of Object.keys(callers)) {
      const refused = turnedAway(caller, endpoint.auth);
      // Log-out would end what the others need.
      if (refused === undefined && endpoint.method === 'DELETE') continue;
      const answer = await call(caller, endpoint);
      const result = answer?.problem.code;
      if (refused !== undefined) expect([caller, result]).toEqual([caller, refused]);
      else if (endpoint.method === 'POST') expect([caller, result]).toEqual([caller, 'request.invalid']);
      // No release lies there that could be compared.
      else if (endpoint.path.endsWith('/calls')) expect([caller, result]).toEqual([caller, 'release.unknown']);
      else
        expect([caller, answer?.status]).toEqual([caller, /:(?:id|username|name|day)/.test(endpoint.path) ? 404 : 200]);
    }
  });

  test.each(all.filter(([, { method }]) => method !== 'GET'))(
    '%s is refused unless our own page sent it, whoever calls',
    async (_name, { method, path }) => {
      const origins: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        // The members' page, in a browser that has no Sec-Fetch-Site.
        { 'sec-fetch-site': '', origin: app.origin },
        { 'sec-fetch-site': 'same-origin', origin: app.origin },
      ];
      const forged = method === 'POST' ? { reason: 'forged' } : undefined;
      for (const headers of origins) {
        const answer = await callers.releases?.send(method, pathOf({ path }), forged, headers);
        expect(answer?.problem).toMatchObject({ status: 403, code: 'auth.forbidden' });
      }
    },
  );

  test.each(['/dev/mail', '/api/v1/session', '/api/openapi.json'])('%s is not there', async (path) => {
    const headers = { host: opsHost(app), cookie: callers.releases?.cookie ?? '' };
    const answer = await rawRequest(app.origin, { path, headers });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).not.toContain('html');
  });

  test.each(['/', '/wallet', '/nowhere'])(
    '%s is a page of the console, which knows no feature of members',
    async (path) => {
      const headers = { host: opsHost(app), cookie: callers.releases?.cookie ?? '' };
      const { status, text } = await rawRequest(app.origin, { path, headers });
      expect(status).toBe(200);
      expect(text).toContain('"audience":"operator"');
      expect(text).not.toContain('wallet');
    },
  );

  test('a screen of members has no data there', async () => {
    const headers = { host: opsHost(app), cookie: callers.releases?.cookie ?? '' };
    const { text } = await rawRequest(app.origin, { path: '/server-loader?route=wallet/home', headers });
    expect(JSON.parse(text)).toEqual({
      now: expect.any(String),
      login: expect.any(String),
      route: null,
      session: { name: 'one-releases', roles: ['releases'] },
      answers: [],
    });
  });

  test('a method that does not exist is 405, an address that does not is a problem', async () => {
    const visitor = new OpsClient(app);
    expect((await visitor.send('PATCH', '/releases/team/off', {})).problem.code).toBe('request.method_not_allowed');
    expect((await visitor.get('/nothing')).problem).toMatchObject({ status: 404, code: 'request.not_found' });
  });
});

test('roles are as wide as their work', () => {
  const may = (role: OperatorRole): string[] =>
    all.filter(([, { auth }]) => turnedAway(role, auth) === undefined && auth !== 'public').map(([name]) => name);
  const everyone = [
    'getOperation',
    'getOwnSessions',
    'endOtherSessions',
    'changeOwnPassword',
    'reportLoads',
    'listReleases',
    'getReleaseHealth',
    'listReleaseErrors',
    'compareReleaseCalls',
    'getReleaseHistory',
    'exportReleaseHistory',
    'getOverview',
    'listWaiting',
    'listApprovals',
    'exportApprovals',
    'approve',
    'refuseApproval',
    'listJobs',
    'getIncidentLog',
    'getPayoutFreeze',
  ];
  const stopping = ['freezePayouts', 'switchFeatureOff'];
  const ofMember = ['getMember', 'getMemberTimeline', 'getMemberEquation', 'exportMemberRecords'];
  const reading = [...everyone, 'findMember', 'findAnything', ...ofMember];
  expect(may('viewer')).toEqual(everyone);
  const figures = [
    'listRates',
    'getRateHistory',
    'listRules',
    'getRuleHistory',
    'getSolvency',
    'listPools',
    'poolCalendar',
    'listBonusDays',
    'getBonusDay',
    'getBonusLinks',
    'listBonusHolds',
    'getFee',
  ];
  const owned = ['listMemberPackages', 'readPackage', 'listMemberStakes', 'readStake'];
  const files = ['countWithdrawals', 'exportWithdrawals', 'countDeposits', 'exportDeposits'];
  files.push('exportRateHistory', 'exportRuleHistory', 'exportBonusHolds');
  const books = [
    'listAllDeposits',
    'listChainFaults',
    'listWithdrawalQueue',
    'readWithdrawal',
    ...files,
    ...owned,
    ...figures,
  ];
  const reviewing = ['approveWithdrawal', 'rejectWithdrawal', 'holdBonus', 'releaseBonusHold'];
  expect(may('reviewer').sort()).toEqual([...reading, ...books, ...reviewing, ...stopping].sort());
  const freeing = ['askDepositRelease', 'askDepositReturn', 'lookAgainAtFault', 'askFaultClosing'];
  const paying = [
    'claimPayout',
    'releasePayoutClaim',
    'recordPayout',
    'confirmPayout',
    'voidPayout',
    'settlePayout',
    'askPoolFunding',
  ];
  const goingOn = ['askUnfreeze'];
  const correcting = ['askBonusCorrection', 'askFeeReturn'];
  const setting = [...paying, ...freeing, ...correcting, 'dryRunBonus', 'setRate', 'previewRule', 'setRule'];
  expect(may('treasurer').sort()).toEqual([...reading, ...books, ...setting, ...stopping, ...goingOn].sort());
  const auditing = ['listAudit', 'listSecurityEvents', 'listOperators', 'getOperator'];
  auditing.push('countAudit', 'exportAudit', 'checkAuditChain');
  const notifying = ['listMemberAnnouncements', 'countAudience'];
  expect(may('auditor').sort()).toEqual([...reading, ...books, ...auditing, ...notifying].sort());
  const releasing = may('releases').filter((name) => !everyone.includes(name) && !stopping.includes(name));
  expect(releasing.every((name) => /Release|Feature/.test(name))).toBe(true);
  expect(may('admin').filter((name) => releasing.includes(name))).toEqual([]);
  const publishing = ['listTermsVersions', 'askTerms'];
  // Which rules each of the two sets, the rule's subject says.
  const staffing = ['inviteOperator', 'changeOperatorRoles', 'restoreOperator'];
  const parting = ['suspendOperator', 'endOperatorSessions'];
  const asAdmin = [...may('support'), ...books, 'previewRule', 'setRule', ...publishing, ...auditing];
  asAdmin.push(...staffing, ...parting);
  expect(may('admin').sort()).toEqual(asAdmin.sort());
});

test('whatever a call has, its host makes no command of it', async () => {
  const config = readSettings({ DATA_DIR: app.dataDir });
  const database = new Database({ url: app.database.url, poolSize: 1 });
  try {
    const sessions = new OperatorSessions(database, app.clock);
    const codes = new OperatorCodes(database, new SecretBox([randomBytes(32)], 'operator totp'), app.clock);
    const failures = new LoginFailures(database, app.clock);
    const freshCodes = new FreshCodes({ database, codes, failures, clock: app.clock });
    const keptCalls = new IdempotentCalls(database, {});
    const audience = operatorAudience({ config, sessions, freshCodes, keptCalls, hosts: () => new Map() });
    const call = { requestId: 'r', address: '', userAgent: '', token: undefined, device: undefined };
    for (const token of [undefined, 'command:root', callers.admin?.cookie?.split('=')[1]]) {
      const caller = await audience.identify({ ...call, token, ...claimed });
      expect(caller.command).toBeUndefined();
      expect(caller.operator?.name).toBe(token?.length === 43 ? 'one-admin' : undefined);
      if (!caller.operator) expect(audience.idOf(caller)).toBeUndefined();
    }
  } finally {
    await database.close();
  }
});

describe('on the members’ host', () => {
  test.each(all)('%s is not there', async (_name, { method, path }) => {
    for (const cookie of [undefined, callers.releases?.cookie]) {
      const answer = await new Client(app.origin, cookie).send(
        method,
        `/ops/api/v1${pathOf({ path })}`,
        method === 'POST' ? '{}' : undefined,
      );
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).not.toContain('html');
    }
  });

  const closed = (Object.entries(endpoints) as [string, Endpoint][]).filter(([, { auth }]) => auth !== 'public');
  test.each(closed)("%s: an operator's session counts for nothing", async (_name, { method, path }) => {
    const token = callers.releases?.cookie?.split('=')[1] ?? '';
    for (const cookie of [callers.releases?.cookie ?? '', `trellis-dev-session=${token}`]) {
      const answer = await new Client(app.origin, cookie).send(
        method,
        `/api/v1${pathOf({ path })}`,
        method === 'POST' ? '{}' : undefined,
      );
      expect(answer.problem).toMatchObject({ status: 401, code: 'auth.session_required' });
    }
  });
});

test('log-ins and enrolments from one network are limited', async () => {
  const limited = await startTestApplication({ rateLimitFactor: 1 });
  try {
    const visitor = new OpsClient(limited);
    const guess = (index: number) => visitor.post('/session', { name: `no${index}`, password: 'x', code: '000000' });
    const codes: string[] = [];
    for (let index = 0; index < 21; index += 1) codes.push((await guess(index)).problem.code);
    expect(codes.filter((code) => code === 'auth.credentials_invalid')).toHaveLength(20);
    expect(codes.at(-1)).toBe('auth.too_many_attempts');
    for (let index = 0; index < 20; index += 1) await visitor.post('/enrolment', {});
    expect((await visitor.post('/enrolment', {})).problem.code).toBe('auth.too_many_attempts');
  } finally {
    await limited.close();
  }
});
