import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { idempotencyKeyPattern } from '@trellis/api-contract';
import { absent, type CorpusCase, casesOf, type Expectation } from '../../testing/corpus.ts';
import { proveAddress, registration } from '../../testing/registering.ts';
import { snapshot } from '../../testing/rows.ts';
import {
  type Answer,
  type Client,
  newKey,
  startTestApplication,
  type TestApplication,
} from '../../testing/testApplication.ts';

let app: TestApplication;
let demo: Client;
let ticket: string;
const provenEmail = 'corpus@example.com';

beforeAll(async () => {
  app = await startTestApplication();
  demo = await app.logIn('demo');
  ticket = await proveAddress(app, provenEmail);
  await app.database.sql(`UPDATE member SET username = 'alice', username_key = 'alice' WHERE username = 'noah'`);
});
afterAll(() => app.close());

/** Where a field of the corpus stands in our API. */
interface Place {
  readonly field: string;
  /** The paths a problem must name; none where the field is the address itself or a header. */
  readonly paths: readonly string[];
  readonly send: (value: unknown) => Promise<Answer>;
  /** Cases that only make sense here, or not here. */
  readonly only?: (entry: CorpusCase) => boolean;
  /** Statuses that refuse here alongside the usual ones. */
  readonly also?: readonly number[];
}

/** Where the corpus has other limits, ours hold (1 to 5,000 USD, passwords from 10). */
const ours: Readonly<Record<string, Expectation>> = {
  'password-02': 'reject_business',
  'password-04': 'reject_business',
  // 128 characters, but four of them 32 times: guessed at once.
  'password-05': 'reject_business',
  // 100 kB: turned away before any field is looked at.
  'email-43': 'reject_http',
};

const statuses: Record<Expectation, readonly number[]> = {
  accept: [200, 201, 202],
  normalise: [200, 201, 202],
  reject_type: [400],
  reject_format: [400, 404, 422],
  reject_range: [400, 422],
  reject_business: [403, 404, 409, 422],
  reject_auth: [401, 403, 404],
  reject_http: [413],
};

const fill = (body: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> => {
  const { [name]: _replaced, ...rest } = body;
  return value === absent ? rest : { ...rest, [name]: value };
};
const register = (name: string, value: unknown): Promise<Answer> =>
  app.visitor.post('/api/v1/members', fill(registration({ email: provenEmail, emailTicket: ticket }), name, value));
const transfer = (name: string, value: unknown): Promise<Answer> =>
  demo.post('/api/v1/transfers', fill({ recipient: 'hana', amount: '1', unit: 'USD' }, name, value), {
    'idempotency-key': newKey(),
  });
const ask = (name: string, value: unknown): Promise<Answer> =>
  demo.post('/api/v1/inquiries', fill({ type: 'other', text: 'Where is it?' }, name, value), {
    'idempotency-key': newKey(),
  });
const isText = ({ value }: CorpusCase): boolean => typeof value === 'string';
const isBad = ({ expect: expected }: CorpusCase): boolean => expected.startsWith('reject');
/** An address that means nothing, or a field that is no id. */
const isBadId = ({ expect: expected }: CorpusCase): boolean => expected === 'reject_format';
const isShape = ({ expect: expected }: CorpusCase): boolean => /^reject_(?:type|format)$/.test(expected);

const places: Record<string, Place> = {
  'transfer amount': { field: 'amount', paths: ['amount'], send: (value) => transfer('amount', value) },
  'transfer recipient': {
    field: 'username',
    paths: ['recipient'],
    only: isShape,
    send: (value) => transfer('recipient', value),
  },
  'recipient look-up': {
    field: 'username',
    paths: ['username'],
    only: (entry) => isText(entry) && isShape(entry) && entry.value !== '',
    send: (value) => demo.get(`/api/v1/transfers/recipients/${encodeURIComponent(String(value))}`),
  },
  'registration username': {
    field: 'username',
    paths: ['username'],
    only: isBad,
    send: (value) => register('username', value),
  },
  'log-in username': {
    field: 'username',
    paths: ['username'],
    also: [401],
    only: isShape,
    send: (value) =>
      app.visitor.post('/api/v1/session', fill({ username: 'demo', password: 'wrong one' }, 'username', value)),
  },
  'registration e-mail': { field: 'email', paths: ['email'], only: isBad, send: (value) => register('email', value) },
  'code request e-mail': {
    field: 'email',
    paths: ['email'],
    send: (value) =>
      app.visitor.post('/api/v1/email-codes', fill({ purpose: 'register', email: '', language: 'en' }, 'email', value)),
  },
  'code check e-mail': {
    field: 'email',
    paths: ['email'],
    only: isBad,
    send: (value) =>
      app.visitor.post(
        '/api/v1/email-codes/verification',
        fill({ purpose: 'register', email: '', code: '123456' }, 'email', value),
      ),
  },
  'registration password': {
    field: 'password',
    paths: ['password', 'passwordAgain'],
    send: (value) => {
      const body = fill(
        registration({ email: provenEmail, emailTicket: ticket, username: 'alice123' }),
        'password',
        value,
      );
      return app.visitor.post('/api/v1/members', fill(body, 'passwordAgain', value));
    },
  },
  'log-in password': {
    field: 'password',
    paths: ['password'],
    only: isShape,
    send: (value) => app.visitor.post('/api/v1/session', fill({ username: 'demo', password: '' }, 'password', value)),
  },
  'registration e-mail code': {
    field: 'email_code',
    paths: ['emailCode'],
    send: (value) => app.visitor.post('/api/v1/members', fill(registration(), 'emailCode', value)),
  },
  'code check': {
    field: 'email_code',
    paths: ['code'],
    send: (value) =>
      app.visitor.post(
        '/api/v1/email-codes/verification',
        fill({ purpose: 'register', email: 'new@example.com', code: '' }, 'code', value),
      ),
  },
  'registration invitation': {
    field: 'invitation_code',
    paths: ['invitationCode'],
    only: isBad,
    send: (value) => register('invitationCode', value),
  },
  'invitation look-up': {
    field: 'invitation_code',
    paths: [],
    only: (entry) => isText(entry) && isBad(entry) && entry.value !== '',
    send: (value) => app.visitor.get(`/api/v1/invitations/${encodeURIComponent(String(value))}`),
  },
  'records page': {
    field: 'page_query',
    paths: [],
    only: ({ value }) => !String(value).startsWith('lang='),
    send: (value) => demo.get(`/api/v1/records?${encodeURI(String(value).replace(/^cursor=/, 'after='))}`),
  },
  'team focus': {
    field: 'record_id',
    paths: [],
    // Here an id is a number: 1 is the caller's own node.
    only: ({ id, expect: expected }) => id !== 'record_id-04' && expected === 'reject_format',
    send: (value) => demo.get(`/api/v1/team/window?focus=${value}`),
  },
  'operation key': {
    field: 'record_id',
    paths: [],
    // A key that nobody used is no mistake: its state is unknown.
    only: ({ value, expect: expected }) => expected === 'reject_format' && !idempotencyKeyPattern.test(String(value)),
    send: (value) => demo.get(`/api/v1/operations/${value}`),
  },
  notice: {
    field: 'record_id',
    paths: [],
    only: isBadId,
    send: (value) => demo.get(`/api/v1/notices/${value}`),
  },
  inquiry: {
    field: 'record_id',
    paths: [],
    only: isBadId,
    send: (value) => demo.get(`/api/v1/inquiries/${value}`),
  },
  'inquiry text': { field: 'free_text', paths: ['text'], send: (value) => ask('text', value) },
  'inquiry record': { field: 'record_id', paths: ['record'], only: isBadId, send: (value) => ask('record', value) },
  'loader address': {
    field: 'redirect_and_url',
    paths: ['url'],
    only: ({ expect: expected }) => expected !== 'reject_http',
    send: (value) => demo.get(`/server-loader?route=wallet/home&url=${encodeURIComponent(String(value))}`),
  },
  'idempotency key': {
    field: 'idempotency_key',
    paths: [],
    send: (value) => demo.transfer('hana', '1', String(value)),
  },
};

/** The parts of a problem that hold for every refusal. */
function expectProblem(answer: Answer, paths: readonly string[]): void {
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.problem.requestId).toBe(answer.headers.get('x-request-id'));
  const named = answer.problem.fields?.map(({ path }) => path) ?? [];
  // A rule of the service looks at the password alone; its shape is checked in both fields.
  const wanted = answer.problem.code === 'request.invalid' ? paths : paths.slice(0, 1);
  if (answer.status !== 413 && wanted.length > 0) expect(named).toEqual(wanted);
}

/** `password` as a value is also the name of its field. */
const isNotifying = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= 6 && value !== 'password';

describe.each(Object.entries(places))('%s', (_name, { field, paths, send, only = () => true, also = [] }) => {
  test.each(casesOf(field).filter(only))('$id, $why', async (entry) => {
    const expected = ours[entry.id] ?? entry.expect;
    const rejected = expected.startsWith('reject');
    // A refusal by a rule of money is stored with its key; one by its shape leaves nothing at all.
    const ignored = expected === 'reject_range' ? ['stored_answer'] : [];
    const before = await snapshot(app.database, ignored);
    const answer = await send(entry.value);
    if (![...statuses[expected], ...also].includes(answer.status)) throw new Error(`${answer.status} ${answer.text}`);
    if (!rejected) return;
    expectProblem(answer, paths);
    expect(await snapshot(app.database, ignored)).toEqual(before);
    if (isNotifying(entry.value)) expect(answer.text).not.toContain(JSON.stringify(entry.value).slice(1, -1));
  });
});
