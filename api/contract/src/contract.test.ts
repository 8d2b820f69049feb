import { describe, expect, test } from '@jest/globals';
import { effectOf } from './audiences/callEffects.ts';
import { type Endpoint, type RouteCall, routeCallName } from './audiences/endpoint.ts';
import { endpoints } from './audiences/member/endpoints.ts';
import { errorCatalogue, isErrorCode } from './errors/errorCatalogue.ts';
import { featureOfPath } from './features.ts';
import { passkeyActions } from './identity/security/actions.ts';
import { matchLanguage } from './languages.ts';
import { emailPattern, normalizeInvitation, usernamePattern } from './patterns.ts';
import { contracts, schemas } from './schemas/index.ts';

const all = Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][];

/** What needs no key although it asks for an action and changes a balance, and why. */
const onceAnyway: Partial<Record<keyof typeof endpoints, string>> = {
  verifyDepositAddress: 'what waited for the address is credited deposit by deposit, each under its own key',
};

/** What asks for a proof and changes a balance. */
const moving = all.filter(
  ([, { method, action, tags }]) => method !== 'GET' && action !== undefined && tags?.includes('Balance'),
);

describe('endpoints', () => {
  test.each(Object.entries(contracts))('of a %s and their schemas have the same names', (_audience, contract) => {
    expect(Object.keys(contract.schemas).sort()).toEqual(Object.keys(contract.endpoints).sort());
  });

  test('have an address of their own', () => {
    const addresses = all.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test.each(all)('%s: its path and its schema name the same parameters', (name, { path }) => {
    const entry: { params?: { shape: object }; response: unknown } = schemas[name];
    expect(Object.keys(entry.params?.shape ?? {})).toEqual(
      [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter),
    );
  });

  test.each(Object.entries(contracts))('of a %s say in one line what they are for', (_audience, contract) => {
    for (const [name, { summary }] of Object.entries<{ summary?: string }>(contract.schemas))
      expect([name, summary]).toEqual([name, expect.stringMatching(/^[A-Z].{4,}[^.]$/)]);
  });

  test('that a screen is loaded with are read-only and need nothing but what its address has', () => {
    for (const { routeData, endpoints } of Object.values(contracts))
      for (const call of Object.values(routeData).flat() as RouteCall[]) {
        const { method, path } = (endpoints as Readonly<Record<string, Endpoint>>)[routeCallName(call)] as Endpoint;
        expect(method).toBe('GET');
        const given = typeof call === 'string' ? [] : Object.keys(call.input).map((field) => `:${field}`);
        expect(path.split('/').filter((part) => part.startsWith(':') && !given.includes(part))).toEqual([]);
      }
  });

  test('that move money are idempotent', () => {
    expect(moving.map(([name]) => name)).toContain('createTransfer');
    expect(moving.flatMap(([name, { idempotent }]) => (idempotent ? [] : [name]))).toEqual(Object.keys(onceAnyway));
  });

  test('that ask for a proof, or change a balance, are shown as such before a release goes live that declares them', () => {
    for (const [name, { method, action, tags }] of all) {
      const effect = effectOf('wallet', name);
      if (method === 'GET') expect([name, effect]).toEqual([name, undefined]);
      else if (tags?.includes('Balance')) expect([name, effect]).toEqual([name, 'money']);
      else if (action !== undefined) expect([name, effect]).toEqual([name, expect.stringMatching(/^(money|access)$/)]);
    }
    expect([effectOf('operator', 'approveWithdrawal'), effectOf('operator', 'listReleases')]).toEqual([
      'code',
      undefined,
    ]);
  });

  test('that move money are proven by a passkey as by a code', () => {
    expect(moving.flatMap(([, { action }]) => passkeyActions.filter((each) => each === action))).toEqual(
      moving.map(([, { action }]) => action),
    );
  });
});

describe('the error catalogue', () => {
  test.each(Object.entries(errorCatalogue))('%s has a form, a status and a sentence', (code, { status, title }) => {
    expect(code).toMatch(/^[a-z]+\.[a-z_]+$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(title).toMatch(/^[A-Z]/);
  });

  test('knows its own codes only', () => {
    expect(isErrorCode('server.error')).toBe(true);
    for (const other of ['toString', '__proto__', 'server', undefined, 7]) expect(isErrorCode(other)).toBe(false);
  });
});

test.each([
  [['ja-JP', 'en'], 'jp'],
  [['zh-Hant-TW'], 'zh'],
  [['fr', 'ko-KR'], 'ko'],
  [['fr'], 'en'],
  [['jp'], 'jp'],
  [[], 'en'],
])('a reader of %j reads %s', (tags, language) => {
  expect(matchLanguage(tags)).toBe(language);
});

test.each([
  ['/', 'wallet'],
  ['/wallet/transfer', 'wallet'],
  ['/team', 'team'],
  ['/plan', 'plan'],
  ['/notify/detail/7', 'account'],
  ['/consulation', 'account'],
  ['/terms', 'account'],
  ['/login', undefined],
  ['/walletx', undefined],
  ['/constructor', undefined],
])('%s belongs to %s', (path, feature) => {
  expect(featureOfPath(path, 'member')).toBe(feature);
});

test('each audience has its own addresses', () => {
  expect(featureOfPath('/', 'operator')).toBe('operator');
  expect(featureOfPath('/audit', 'operator')).toBe('operator');
  expect(featureOfPath('/audit', 'member')).toBeUndefined();
  expect(featureOfPath('/wallet', 'operator')).toBeUndefined();
});

test('patterns end where the text ends', () => {
  expect(usernamePattern.test('abc\n')).toBe(false);
  expect(emailPattern.test('a@example.com\n')).toBe(false);
  expect(normalizeInvitation('demo2026')).toBe('DEMO2026');
});
