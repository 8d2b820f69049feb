import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Endpoint, endpoints } from '@trellis/api-contract';
import { operatorEndpoints } from '@trellis/api-contract/operator';
import { contracts } from '@trellis/api-contract/schemas';
import type { z } from 'zod';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** Every day and time that anybody may send, at the ends of what calendars, JavaScript and Postgres know. */
let app: TestApplication;
let demo: Client;
let ops: OpsClient;
beforeAll(async () => {
  app = await startTestApplication({ rateLimitFactor: 1_000 });
  demo = await app.logIn('demo');
  ops = await loggedIn(app, await enrolled(app, 'olga', ['support', 'reviewer', 'treasurer', 'auditor', 'admin']));
});
afterAll(() => app.close());

const forms = ['2026-03-09T15:04:00.000Z', '2026-03-09', '2026-03'] as const;
type Form = (typeof forms)[number];
/** What else of the address or the body has to be there, so that the date is what counts. */
const rest: Readonly<Record<string, object>> = {
  downloadStatement: { language: 'en' },
  startStake: { usd: '200', shownRate: '10', shownReward: '1' },
  removeStakeChoice: { id: newKey() },
  dryRunBonus: {},
  holdBonus: { cause: 'review', reason: 'x' },
  askAnnouncement: {
    texts: Object.fromEntries(['en', 'jp', 'zh', 'ko'].map((each) => [each, { title: 'News', text: 'Something' }])),
    ...{ from: '2027-01-01T00:00:00Z', until: '2027-01-02T00:00:00Z', reason: 'x' },
  },
  setRate: { base: 'USDT', quote: 'USD', rate: '1', source: 'a market', reason: 'x' },
  setRule: { subject: 'exchangeFee', key: 'USD-USDT', value: { percent: '0.3' }, reason: 'x' },
  previewRule: { subject: 'exchangeFee', key: 'USD-USDT', value: { percent: '0.3' } },
  exportMemberRecords: { username: 'demo' },
};

const years = ['0000', '0001', '1582', '1899', '1900', '2999', '3000', '9999', '+275760', '-000001', '275760'];
function extremesOf(form: Form): readonly string[] {
  const ends = years.flatMap((year) => ['01-01', '12-31'].map((day) => `${year}-${day}`));
  const odd = ['2026-02-29', '2024-02-29', '2026-13-01', '2026-00-00'];
  if (form === '2026-03') return [...ends, ...odd].map((day) => day.slice(0, -3));
  if (form === '2026-03-09') return [...ends, ...odd];
  const times = ['T00:00:00Z', 'T23:59:59.999999Z', 'T24:00:00Z', 'T00:00:00.000+14:00'];
  return [...ends, ...odd].flatMap((day) => times.map((time) => day + time));
}

interface Field {
  readonly name: string;
  readonly part: 'params' | 'query' | 'body';
  readonly field: string;
  readonly form: Form;
  readonly endpoint: Endpoint;
}

/** The fields of an endpoint that take a date: of one form, and no text or number of the same letters. */
function datesOf(audience: 'member' | 'operator', all: Readonly<Record<string, Endpoint>>): Field[] {
  const schemas: Readonly<Record<string, object>> = contracts[audience].schemas;
  return Object.entries(all).flatMap(([name, endpoint]) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = (schemas[name] as Partial<Record<string, ObjectOrUnion>>)[part];
      const shapes = schema?.options?.map(({ shape }) => shape) ?? [schema?.shape ?? {}];
      const fields = new Map(shapes.flatMap((shape) => Object.entries(shape)));
      return [...fields].flatMap(([field, type]) => {
        const takes = (text: string) => type.safeParse(text).success;
        const form = takes('202603') || takes('a day') ? undefined : forms.find(takes);
        return form === undefined ? [] : [{ name, part, field, form, endpoint }];
      });
    }),
  );
}
interface ObjectOrUnion {
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly { readonly shape: Readonly<Record<string, z.ZodType>> }[];
}

/** Sends one date. @returns the status, or what became of the connection */
async function statusOf(by: Client | OpsClient, base: string, { name, field, endpoint }: Field, date: string) {
  const input: Record<string, unknown> = { ...rest[name], [field]: date };
  const path = endpoint.path.replace(/:(\w+)/g, (_, part: string) => {
    const value = String(input[part] ?? '');
    delete input[part];
    return encodeURIComponent(value);
  });
  const isRead = endpoint.method !== 'POST';
  const query = isRead ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : '';
  const headers = endpoint.idempotent ? { 'idempotency-key': newKey() } : {};
  const answer = isRead
    ? by.send(endpoint.method, base + path + query, undefined)
    : by.post(base + path, input, headers);
  return answer.then(
    ({ status }) => status,
    (error: unknown) => String(error),
  );
}

const fields = {
  member: datesOf('member', endpoints),
  operator: datesOf('operator', operatorEndpoints),
};

test('the fields are found', () => {
  const names = Object.values(fields).flatMap((each) => each.map(({ name, field }) => `${name}.${field}`));
  for (const name of ['listRecords.from', 'getStatement.month', 'startStake.shownMaturesOn', 'getBonusDay.day'])
    expect(names).toContain(name);
  for (const name of ['exportMemberRecords.to', 'setRule.from', 'listMemberStakes.to', 'askAnnouncement.until'])
    expect(names).toContain(name);
});

test.each(
  Object.entries(fields).flatMap(([audience, all]) =>
    all.map((field) => [`${audience}: ${field.name}.${field.field}`, audience, field] as const),
  ),
)('%s', async (_title, audience, field) => {
  const [by, base] = audience === 'member' ? ([demo, '/api/v1'] as const) : ([ops, ''] as const);
  for (const date of extremesOf(field.form)) {
    const status = await statusOf(by, base, field, date);
    expect([field.name, field.field, date, status]).toEqual([
      ...[field.name, field.field, date],
      typeof status === 'number' && status >= 200 && status < 500 ? status : 'an answer below 500',
    ]);
  }
  // A year that no calendar has is refused as such, and not only answered.
  const wrong = extremesOf(field.form).filter((date) => date.startsWith('0000'));
  for (const date of wrong) expect([400, 404, 422]).toContain(await statusOf(by, base, field, date));
});
