import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Endpoint } from '@trellis/api-contract';
import { operatorEndpoints } from '@trellis/api-contract/operator';
import { contracts } from '@trellis/api-contract/schemas';
import {
  codeOf,
  enrolled,
  loggedIn,
  OpsClient,
  otherCode,
  stepMs,
  type TestOperator,
  toNextStep,
} from '../../testing/operators.ts';
import { ops } from '../../testing/ops.ts';
import { goodPassword } from '../../testing/registering.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let tina: OpsClient;
let her: TestOperator;
beforeAll(async () => {
  app = await startTestApplication();
  her = await enrolled(app, 'tina', ['treasurer']);
  tina = await loggedIn(app, her);
});
afterAll(() => app.close());

const rate = { base: 'USDT', quote: 'USD', rate: '1', source: 'a market', reason: 'today' };
const setRate = (code: string, client = tina) => client.post('/rates', { ...rate, code });
const rates = async (): Promise<number> => ((await tina.get('/rates/history')).body.rates as unknown[]).length;

test('an action that moves money asks for a code of this moment, and is not done without', async () => {
  const before = await rates();
  expect((await setRate('')).problem).toMatchObject({ fields: [{ path: 'code', code: 'field.required' }] });
  expect((await setRate('12345')).problem).toMatchObject({ fields: [{ path: 'code', code: 'field.format' }] });
  const wrong = await setRate(otherCode(codeOf(app, her.secret)));
  expect(wrong.problem).toMatchObject({ status: 422, fields: [{ path: 'code', code: 'twofactor.incorrect' }] });
  expect(await rates()).toBe(before);
});

test('the code of the log-in is used up, and so is one that did something, also by two at once', async () => {
  // From the beginning of a step, so that none ends in between.
  toNextStep(app);
  const again = await loggedIn(app, her);
  expect((await setRate(codeOf(app, her.secret), again)).problem).toMatchObject({ code: 'twofactor.used' });
  app.clock.advance(stepMs);
  const before = await rates();
  const code = codeOf(app, her.secret);
  const answers = await Promise.all([setRate(code), setRate(code), setRate(code)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  expect(await rates()).toBe(before + 1);
  // An older one counts for nothing either.
  const old = codeOf(app, her.secret);
  app.clock.advance(stepMs);
  expect((await setRate(codeOf(app, her.secret))).status).toBe(200);
  expect((await setRate(old)).problem.code).toBe('twofactor.used');
});

test('an action sent with a key is done once at most, and what became of it can be asked, by who sent it', async () => {
  const sent = (key: string, code: string, other: object = {}) =>
    tina.send('POST', '/rates', { ...rate, code, ...other }, { 'idempotency-key': key });
  const operation = async (key: string, subject = tina) => (await subject.get(`/operations/${key}`)).body;
  const fresh = () => {
    app.clock.advance(stepMs);
    return codeOf(app, her.secret);
  };
  const before = await rates();
  const done = randomUUID();
  expect((await sent(done, fresh())).status).toBe(200);
  expect(await operation(done)).toEqual({ state: 'done', status: 200, answer: null });
  expect((await sent(done, fresh())).problem.code).toBe('idempotency.in_flight');
  expect(await rates()).toBe(before + 1);

  const refused = randomUUID();
  const code = fresh();
  const problem = (await sent(refused, otherCode(code))).problem;
  expect(await operation(refused)).toEqual({ state: 'done', status: 422, answer: problem });

  // Asked for before it came: it is not done any more, and its code is not used up.
  const late = randomUUID();
  expect(await operation(late)).toEqual({ state: 'unknown' });
  expect((await sent(late, code)).problem.code).toBe('idempotency.closed');
  expect(await rates()).toBe(before + 1);
  expect((await sent(randomUUID(), code)).status).toBe(200);

  // Another operator’s keys are theirs.
  const tom = await loggedIn(app, await enrolled(app, 'tom', ['treasurer']));
  expect(await operation(done, tom)).toEqual({ state: 'unknown' });
});

test('a page of one operator does nothing in the session of another, whose it says it is', async () => {
  const before = await rates();
  const sent = await tina.send('POST', '/rates', { ...rate, code: codeOf(app, her.secret) }, { 'x-page-of': 'theo' });
  expect(sent.problem).toMatchObject({ status: 409, code: 'auth.other_session', params: { user: 'tina' } });
  expect((await tina.send('GET', '/rates/history', undefined, { 'x-page-of': 'theo' })).status).toBe(409);
  expect(await rates()).toBe(before);
});

test('another operator’s code is none, and who guesses waits, at the log-in, too', async () => {
  const theo = await enrolled(app, 'theo', ['treasurer']);
  const his = await loggedIn(app, theo);
  app.clock.advance(stepMs);
  expect((await setRate(codeOf(app, her.secret), his)).problem.code).toBe('twofactor.incorrect');
  for (let guess = 1; guess < 8; guess += 1) await setRate(otherCode(codeOf(app, theo.secret), guess), his);
  const right = await setRate(codeOf(app, theo.secret), his);
  expect(right.problem.code).toBe('auth.too_many_attempts');
  const credentials = { name: 'theo', password: goodPassword, code: codeOf(app, theo.secret) };
  expect((await new OpsClient(app).post('/session', credentials)).problem.code).toBe('auth.credentials_invalid');
  expect((await setRate(codeOf(app, her.secret))).status).toBe(200);
});

test('a command, which has no authenticator, needs none', async () => {
  expect(
    await ops(
      app,
      'setRate',
      '--base',
      'USDT',
      '--quote',
      'USD',
      '--rate',
      '1',
      '--source',
      'a market',
      '--reason',
      'today',
    ),
  ).toMatchObject({ state: 'inForce' });
});

test('whatever asks for one can be given it, and nothing else takes one but what gets somebody in', () => {
  const { schemas } = contracts.operator;
  const taking = Object.entries(schemas).filter(([, entry]) => JSON.stringify(shapeOf(entry)).includes('"code"'));
  const asking = Object.entries<Endpoint>(operatorEndpoints).filter(([, { freshCode }]) => freshCode);
  expect(taking.map(([name]) => name).toSorted()).toEqual(
    [...asking.map(([name]) => name), 'logIn', 'confirmEnrolment'].toSorted(),
  );
});

/** The names of a body's fields; of one that is one of several forms, those of each. */
function shapeOf(entry: object): unknown {
  const body = (entry as { body?: { shape?: object; options?: readonly { shape: object }[] } }).body;
  return body?.options?.map(({ shape }) => Object.keys(shape)) ?? Object.keys(body?.shape ?? {});
}
