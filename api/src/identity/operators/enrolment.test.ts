import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { codeOf, OpsClient, otherCode, secretIn, withAccounts } from '../../testing/operators.ts';
import { audited } from '../../testing/records.ts';
import { goodPassword } from '../../testing/registering.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let visitor: OpsClient;
let serial = 0;
let name: string;
const minute = 60_000;

beforeAll(async () => {
  app = await startTestApplication();
  visitor = new OpsClient(app);
});
afterAll(() => app.close());
beforeEach(() => {
  serial += 1;
  name = `ann${serial}`;
});

const create = () => withAccounts(app, (accounts) => accounts.create(name, ['viewer']));
const open = (token: string, password = goodPassword) => visitor.post('/enrolment', { token, password });
const confirm = (token: string, code: string) => visitor.post('/enrolment/confirmation', { token, code });
const logIn = (given: { name: string; password?: string; code: string }) =>
  visitor.post('/session', { password: goodPassword, ...given });
const expectRefused = async (answer: Promise<{ problem: object }>) =>
  expect((await answer).problem).toMatchObject({ status: 401, code: 'auth.credentials_invalid' });

describe('the enrolment link', () => {
  test('works once: the secret is shown to the first who opens it, and a first code ends it', async () => {
    const token = await create();
    const answers = await Promise.all([open(token), open(token), open(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    const shown = answers.find(({ status }) => status === 200);
    if (!shown) throw new Error('nobody opened the link');
    expect(shown.body).toEqual({
      name,
      otpauthUri: expect.stringMatching(/^otpauth:\/\/totp\/Trellis%20operators:ann/),
      qr: expect.stringMatching(/^<svg /),
    });
    const code = codeOf(app, secretIn(shown));
    expect((await confirm(token, code)).body).toEqual({ name });
    for (const late of [await open(token), await confirm(token, code)])
      expect(late.problem).toMatchObject({ status: 422, code: 'code.invalid_or_expired' });
  });

  test('counts for nothing after a day, when it is wrong, or when there is a newer one', async () => {
    const late = await create();
    app.clock.advance(24 * 60 * minute + 1000);
    expect((await open(late)).problem.code).toBe('code.invalid_or_expired');
    expect((await open('A'.repeat(43))).problem.code).toBe('code.invalid_or_expired');
    const newer = await withAccounts(app, (accounts) => accounts.reset(name));
    const newest = await withAccounts(app, (accounts) => accounts.reset(name));
    expect((await open(newer)).problem.code).toBe('code.invalid_or_expired');
    expect((await open(newest)).status).toBe(200);
  });

  test('outlives a weak password, but not five wrong codes', async () => {
    const token = await create();
    expect((await open(token, 'password12')).problem).toMatchObject({ status: 422, code: 'member.password_weak' });
    const code = codeOf(app, secretIn(await open(token)));
    for (let guess = 1; guess <= 5; guess += 1)
      expect((await confirm(token, otherCode(code, guess))).problem.code).toBe('code.incorrect');
    expect((await confirm(token, code)).problem.code).toBe('code.invalid_or_expired');
  });

  test('alone lets nobody in: without a first code there is no log-in', async () => {
    const token = await create();
    const secret = secretIn(await open(token));
    await expectRefused(logIn({ name, code: codeOf(app, secret) }));
    const code = codeOf(app, secret);
    await confirm(token, code);
    await expectRefused(logIn({ name, code }));
  });

  test('and what it sets are kept as digests and ciphertext only', async () => {
    const token = await create();
    const secret = secretIn(await open(token));
    const rows = await app.database.sql<{ text: string }>(
      'SELECT o::text || e::text AS text FROM operator o JOIN operator_enrolment e ON e.operator_id = o.id WHERE o.name = $1',
      [name],
    );
    const dump = rows.map(({ text }) => text).join('');
    expect(dump).toContain('$argon2id$');
    for (const hidden of [token, secret, Buffer.from(secret).toString('hex'), goodPassword])
      expect(dump).not.toContain(hidden);
  });
});

test('accounts differ by their names, and every change to them is audited', async () => {
  const { create: make, ...reported } = await withAccounts(app, async (accounts) => ({
    create: await accounts.create(name, ['viewer', 'releases']),
    taken: await accounts.create(name, ['viewer']).catch(String),
    malformed: await accounts.create('Ann Smith', ['viewer']).catch(String),
    unknown: await accounts.suspend('nobody').catch(String),
    list: (await accounts.list()).find((account) => account.name === name),
  }));
  expect(make).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(reported).toMatchObject({
    taken: expect.stringContaining('already'),
    malformed: expect.stringContaining('small letters'),
    unknown: expect.stringContaining('There is no operator nobody'),
    list: { roles: ['viewer', 'releases'], enrolledAt: null, suspendedAt: null },
  });
  await withAccounts(app, (accounts) => accounts.suspend(name));
  const rows = await audited(app.database, { subject: name });
  expect(rows).toMatchObject([
    { actor: 'command:tester', action: 'operator.create', before: null, after: { roles: ['viewer', 'releases'] } },
    {
      actor: 'command:tester',
      action: 'operator.suspend',
      before: { enrolled: false, suspended: false },
      after: { enrolled: false, suspended: true },
    },
  ]);
});
