import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type OperatorPolicy, operatorPolicies, operatorRoles } from '@trellis/api-contract/operator';
import { contracts } from '@trellis/api-contract/schemas';
import { z } from 'zod';
import { memberAccounts } from '../../ledger/accounts.ts';
import { give } from '../../testing/balances.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { givePackage } from '../../testing/packages.ts';
import { partOf } from '../../testing/sample.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import type { EndpointSchemas } from './validation.ts';

/** Every parameter of the contract, in a path or a query, with what no page would send. */
let app: TestApplication;
let demo: Client;
const operators = new Map<string, OpsClient>();

beforeAll(async () => {
  app = await startTestApplication();
  await give(app.database, 'demo', 'usdAvailable', 1_000);
  await givePackage(app.database, 'demo');
  demo = await app.logIn('demo');
  for (const role of operatorRoles)
    operators.set(role, await loggedIn(app, await enrolled(app, `one-${role}`, [role])));
});
afterAll(() => app.close());

const cursor = (text: string): string => Buffer.from(text).toString('base64url');
const odd: readonly string[] = [
  '',
  '0',
  '-1',
  '1.5',
  '1e309',
  'NaN',
  '__proto__',
  "'",
  '%',
  '\\',
  '32768',
  '2147483648',
  '999999999999999999',
  '9223372036854775807',
  '9223372036854775808',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  // A posting of each account, also of those whose postings are no records.
  ...Object.values(memberAccounts).map(({ code }) => `${code}-1`),
  '101-0',
  '101-999999999999999999',
  '000-1',
  '401-1',
  '999-1',
  cursor('0'),
  cursor('101.0'),
  cursor('101.999999999999999999'),
  cursor('122.1_401.1'),
  cursor('9223372036854775807'),
  '2000-13',
  '2099-12',
  ...['0000', '0001', '1900', '2999', '9999', '+010000'].flatMap((year) => [
    `${year}-01-01`,
    `${year}-01-01T00:00:00Z`,
  ]),
  '2999-12-31',
  '2999-12-31T23:59:59.999999999Z',
  '-000001-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  'infinity',
  'epoch',
];
const oddOfEach = 10;
/** Of a field that is one of a few words. */
const oddWords = ['', '0', '__proto__'];

/** What stands in a required place alongside the odd one. */
const plain: Readonly<Record<string, string>> = {
  username: 'demo',
  feature: 'team',
  document: 'terms',
  chain: 'BSC',
  month: '2026-03',
  key: newKey(),
  q: 'demo',
  subject: 'limit',
};

interface Field {
  readonly enum?: readonly string[];
  readonly example?: string;
}
/** The fields of a part of the input, and which have to be there. */
function fieldsOf(schema: z.ZodType | undefined) {
  const { properties = {}, required = [] } = schema
    ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
        properties?: Record<string, Field>;
        required?: string[];
      })
    : {};
  const plainOf = (name: string): string => {
    const { enum: choices, example } = properties[name] ?? {};
    return plain[name] ?? choices?.[0] ?? example ?? '1';
  };
  const oddOf = (name: string): readonly string[] => (properties[name]?.enum ? oddWords : odd);
  return { names: Object.keys(properties), required, plainOf, oddOf };
}

/** Calls that have one odd value in them: of each parameter some, and others for every commit. */
function* oddPaths(path: string, { params, query }: Pick<EndpointSchemas, 'params' | 'query'>): Generator<string> {
  const inPath = fieldsOf(params);
  const inQuery = fieldsOf(query);
  const written = (oddName?: string, value = ''): string => {
    const filled = path.replace(/:(\w+)/g, (_all, name: string) =>
      encodeURIComponent(name === oddName ? value : inPath.plainOf(name)),
    );
    const query = new URLSearchParams(
      Object.fromEntries(inQuery.required.map((name) => [name, inQuery.plainOf(name)])),
    );
    if (oddName !== undefined && inQuery.names.includes(oddName)) query.set(oddName, value);
    return `${filled}?${query}`;
  };
  yield written();
  for (const { names, oddOf } of [inPath, inQuery])
    for (const name of names)
      for (const value of partOf(`${path} ${name}`, oddOfEach, oddOf(name))) yield written(name, value);
}

/** What a call takes, but of nothing that exists. */
function bodyOf({ body }: EndpointSchemas): object {
  const { required, plainOf } = fieldsOf(body);
  return Object.fromEntries(required.map((name) => [name, plainOf(name)]));
}

const roleOf = (auth: string): string =>
  Object.hasOwn(operatorPolicies, auth) ? operatorPolicies[auth as OperatorPolicy][0] : 'viewer';

/** Reads each to its end. @returns those that failed */
async function failed(paths: Iterable<string>, get: (path: string) => Promise<{ status: number }>): Promise<unknown[]> {
  const hits: unknown[] = [];
  for (const path of paths) {
    const status = await get(path).then(
      (answer) => answer.status,
      (error: Error) => `cut: ${error.message}`,
    );
    if (typeof status === 'string' || status >= 500) hits.push([path, status]);
  }
  return hits;
}

type Entry = readonly [string, { readonly method: string; readonly path: string; readonly auth: string }];
const entriesOf = (endpoints: object): Entry[] =>
  (Object.entries(endpoints) as Entry[]).filter(([, { method }]) => method === 'GET');
const schemasOf = (schemas: object, name: string): EndpointSchemas =>
  (schemas as Readonly<Record<string, EndpointSchemas>>)[name] as EndpointSchemas;

describe('no parameter makes the server fail', () => {
  const { member, operator } = contracts;

  test.each(entriesOf(member.endpoints))('%s', async (name, { path }) => {
    const paths = oddPaths(member.base + path, schemasOf(member.schemas, name));
    expect(await failed(paths, (each) => demo.get(each))).toEqual([]);
  });

  test.each(entriesOf(operator.endpoints))('operators: %s', async (name, { path, auth }) => {
    const client = operators.get(roleOf(auth));
    const paths = oddPaths(path, schemasOf(operator.schemas, name));
    expect(await failed(paths, async (each) => (await client?.get(each)) ?? { status: 0 })).toEqual([]);
  });

  const changing = (endpoints: object): Entry[] =>
    (Object.entries(endpoints) as Entry[]).filter(([, { method, path }]) => method !== 'GET' && path.includes(':'));

  test.each(changing(member.endpoints))('%s, by what its path names', async (name, { method, path }) => {
    const schemas = schemasOf(member.schemas, name);
    const body = method === 'POST' ? JSON.stringify(bodyOf(schemas)) : undefined;
    const send = (each: string) => demo.send(method, each, body, { 'idempotency-key': newKey() });
    expect(await failed(oddPaths(member.base + path, schemas), send)).toEqual([]);
  });

  test.each(changing(operator.endpoints))(
    'operators: %s, by what its path names',
    async (name, { method, path, auth }) => {
      const client = operators.get(roleOf(auth));
      const schemas = schemasOf(operator.schemas, name);
      const [, ...paths] = oddPaths(path, schemas);
      const send = async (each: string) => (await client?.send(method, each, bodyOf(schemas))) ?? { status: 0 };
      expect(await failed(paths, send)).toEqual([]);
    },
  );
});

/** Whatever reads a time or a day, wherever in a body it stands. */
test('every time and day that is sent is of a year that all parts know', () => {
  const open: string[] = [];
  const look = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { format, pattern, allOf } = node as { format?: string; pattern?: string; allOf?: { pattern?: string }[] };
    if (format === 'date-time' || format === 'date') {
      const patterns = [pattern, ...(allOf ?? []).map((each) => each.pattern)].filter((each) => each !== undefined);
      const takes = (text: string): boolean => patterns.every((each) => new RegExp(each).test(text));
      const rest = format === 'date' ? '-01-01' : '-01-01T00:00:00Z';
      if (['0000', '0999', '9999'].some((year) => takes(year + rest)) || !takes(`2026${rest}`)) open.push(at);
    }
    for (const [key, inner] of Object.entries(node)) look(inner, `${at}.${key}`);
  };
  for (const { schemas } of Object.values(contracts))
    for (const [name, entry] of Object.entries(schemas as Record<string, EndpointSchemas>))
      for (const part of ['params', 'query', 'body'] as const)
        if (entry[part]) look(z.toJSONSchema(entry[part], { io: 'input', unrepresentable: 'any' }), `${name}.${part}`);
  expect(open).toEqual([]);
});
