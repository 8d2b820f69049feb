import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mails, templatesTo } from '../../testing/mails.ts';
import { mailedCode, proveAddress, registration, requestCode } from '../../testing/registering.ts';
import { type Answer, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let serial = 0;
let email: string;
const minute = 60_000;

beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.close());
beforeEach(() => {
  serial += 1;
  email = `code${serial}@example.com`;
});

const ask = (address = email): Promise<Answer> =>
  app.visitor.post('/api/v1/email-codes', { purpose: 'register', email: address, language: 'ko' });
const verify = (code: string, address = email): Promise<Answer> =>
  app.visitor.post('/api/v1/email-codes/verification', { purpose: 'register', email: address, code });
const register = (overrides: object): Promise<Answer> =>
  app.visitor.post('/api/v1/members', registration({ email, username: `coded${serial}`, ...overrides }));
const other = (code: string, step = 1): string => ((Number(code) + step) % 1_000_000).toString().padStart(6, '0');

test('400 wrong guesses at once count five; then the right code is dead, too', async () => {
  const code = await requestCode(app, email);
  const guesses = await Promise.all(Array.from({ length: 400 }, (_, index) => verify(other(code, index + 1))));
  const codes = guesses.map(({ problem }) => problem.code);
  expect(codes.filter((result) => result === 'code.incorrect')).toHaveLength(5);
  expect(codes.filter((result) => result === 'code.invalid_or_expired')).toHaveLength(395);
  expect((await verify(code)).problem).toMatchObject({ status: 422, code: 'code.invalid_or_expired' });
  expect((await register({ emailCode: code })).problem.code).toBe('code.invalid_or_expired');
});

test('five guesses are shared by verification and registration', async () => {
  const code = await requestCode(app, email);
  for (let guess = 1; guess <= 5; guess += 1) {
    const answer =
      guess % 2 === 0 ? await verify(other(code, guess)) : await register({ emailCode: other(code, guess) });
    expect(answer.problem.code).toBe('code.incorrect');
  }
  expect((await register({ emailCode: code })).problem.code).toBe('code.invalid_or_expired');
});

test('a right code outlives other mistakes of its owner', async () => {
  const emailCode = await requestCode(app, email);
  for (let mistake = 0; mistake < 7; mistake += 1)
    expect((await register({ emailCode, username: 'demo' })).problem.code).toBe('member.username_taken');
  expect((await register({ emailCode })).status).toBe(201);
});

describe('time', () => {
  test('a code lives ten minutes', async () => {
    const code = await requestCode(app, email);
    app.clock.advance(10 * minute + 1000);
    expect((await verify(code)).problem.code).toBe('code.invalid_or_expired');
    expect((await register({ emailCode: code })).problem.code).toBe('code.invalid_or_expired');
  });

  test('a code still works just before', async () => {
    const code = await requestCode(app, email);
    app.clock.advance(10 * minute - 5000);
    expect((await verify(code)).status).toBe(200);
  });

  test('the next code comes a minute later, and kills the one before', async () => {
    const browser = app.visitor.after(await ask());
    const first = await mailedCode(app, email);
    const again = () => browser.post('/api/v1/email-codes', { purpose: 'register', email, language: 'ko' });
    const refused = await again();
    expect(refused.problem).toMatchObject({ status: 429, code: 'auth.too_many_attempts' });
    const seconds = Number(refused.problem.params?.seconds);
    expect(seconds).toBeGreaterThan(55);
    expect(seconds).toBeLessThanOrEqual(60);
    app.clock.advance((seconds - 5) * 1000);
    expect((await again()).status).toBe(429);
    // From the same network, another browser waits as well.
    expect((await ask()).status).toBe(429);
    app.clock.advance(6000);
    const answer = await again();
    expect(answer.body).toMatchObject({ resendAfterSeconds: 60, mailbox: `/dev/mail?to=${encodeURIComponent(email)}` });
    const second = await mailedCode(app, email);
    if (first !== second) expect((await verify(first)).problem.code).toBe('code.incorrect');
    expect((await verify(second)).status).toBe(200);
  });

  test('ten requests for a code at once send one mail', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask()));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(await templatesTo(app.database, email)).toHaveLength(1);
  });

  test('a ticket lives half an hour', async () => {
    const emailTicket = await proveAddress(app, email);
    app.clock.advance(31 * minute);
    expect((await register({ emailTicket })).problem.code).toBe('code.invalid_or_expired');
  });
});

describe('a ticket', () => {
  test('is given once for a code, which is then used up', async () => {
    const code = await requestCode(app, email);
    expect((await verify(code)).body).toMatchObject({ ticket: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) });
    expect((await verify(code)).problem.code).toBe('code.invalid_or_expired');
    expect((await register({ emailCode: code })).problem.code).toBe('code.invalid_or_expired');
  });

  test('of one address proves no other', async () => {
    const emailTicket = await proveAddress(app, email);
    await proveAddress(app, 'someone.else@example.com');
    expect((await register({ emailTicket, email: 'someone.else@example.com' })).problem.code).toBe(
      'code.invalid_or_expired',
    );
  });

  test('and code are kept as digests only', async () => {
    const code = await requestCode(app, email);
    const answer = await verify(code);
    const [row] = await app.database.sql('SELECT c::text AS text FROM mailed_code c WHERE email_key = $1', [email]);
    expect(JSON.stringify(row)).not.toContain(String(answer.body.ticket));
    expect(JSON.stringify(row)).not.toContain(`,${code},`);
  });
});

test('a code of one address counts for nothing for another', async () => {
  const code = await requestCode(app, email);
  const outsider = `outsider${serial}@example.com`;
  const unknownDeviceCode = await requestCode(app, outsider);
  if (code !== unknownDeviceCode) expect((await verify(code, outsider)).problem.code).toBe('code.incorrect');
  expect((await verify(code, email.toUpperCase())).status).toBe(200);
});

test("asked for a member's address, the answer is the same, and the mail another", async () => {
  const [outsider, member] = [await ask(), await ask('DEMO@Example.com')];
  expect(member.status).toBe(outsider.status);
  expect(Object.keys(member.body)).toEqual(Object.keys(outsider.body));
  const reported = await mails(app.database, { to: 'DEMO@Example.com' });
  expect(reported).toMatchObject([{ template: 'alreadyMember', language: 'ko', params: { link: '/login' } }]);
  expect((await verify('123456', 'demo@example.com')).problem.code).toMatch(/^code\./);
});

describe('an outsider', () => {
  let behind: TestApplication;
  beforeAll(async () => {
    behind = await startTestApplication({ trustedProxies: 1 });
  });
  afterAll(() => behind.close());

  const from = (network: number) => ({ 'x-forwarded-for': `198.51.${network}.7` });
  const askReset = (address: string, network: number, client = behind.visitor): Promise<Answer> =>
    client.post('/api/v1/email-codes', { purpose: 'resetPassword', email: address, language: 'en' }, from(network));
  const tryReset = (address: string, code: string, network: number, client = behind.visitor): Promise<Answer> =>
    client.post('/api/v1/email-codes/verification', { purpose: 'resetPassword', email: address, code }, from(network));

  test('closes nobody’s way back with requests: not to a known browser, nor from another network', async () => {
    const own = await behind.logIn('hana');
    for (let request = 1; request <= 10; request += 1) {
      expect((await askReset('hana@example.com', 1)).status).toBe(202);
      behind.clock.advance(61_000);
    }
    const refused = await askReset('hana@example.com', 1);
    expect(refused.problem).toMatchObject({ status: 429, code: 'auth.too_many_attempts' });
    expect(Number(refused.problem.params?.seconds)).toBeGreaterThan(60);
    expect((await askReset('hana@example.com', 2)).status).toBe(202);
    expect((await askReset('hana@example.com', 1, own)).status).toBe(202);
  });

  test('of many networks together floods no mailbox, and a known browser still gets its code', async () => {
    const own = await behind.logIn('emma');
    const statuses: number[] = [];
    for (let network = 10; network < 40; network += 1)
      statuses.push((await askReset('emma@example.com', network)).status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(20);
    expect((await askReset('emma@example.com', 61, own)).status).toBe(202);
  });

  test('kills no code, neither by guesses nor by asking for another', async () => {
    const request = await askReset('ren@example.com', 1);
    const browser = behind.visitor.after(request);
    const code = await mailedCode(behind, 'ren@example.com');
    for (let guess = 1; guess <= 5; guess += 1)
      expect((await tryReset('ren@example.com', other(code, guess), 2)).problem.code).toBe('code.incorrect');
    expect((await tryReset('ren@example.com', code, 2)).problem.code).toBe('code.invalid_or_expired');
    expect((await askReset('ren@example.com', 2)).status).toBe(202);
    expect((await tryReset('ren@example.com', code, 1, browser)).status).toBe(200);
  });

  test('has five guesses for a code that they asked for, and five for that of somebody else', async () => {
    const owner = behind.visitor.after(await askReset('yuna@example.com', 1));
    const code = await mailedCode(behind, 'yuna@example.com');
    const thief = behind.visitor.after(await askReset('yuna@example.com', 2));
    const answers: (string | undefined)[] = [];
    for (let guess = 1; guess <= 15; guess += 1)
      answers.push((await tryReset('yuna@example.com', other(code, 500_000 + guess), 2, thief)).problem.code);
    expect(answers.filter((each) => each === 'code.incorrect')).toHaveLength(10);
    expect((await tryReset('yuna@example.com', code, 1, owner)).status).toBe(200);
  });
});

test('a mailbox that is not theirs gets twenty codes a day of all members who ask together', async () => {
  app.clock.advance(24 * 60 * minute - (app.clock.now().getTime() % (24 * 60 * minute)) + 1_000);
  const asking = await Promise.all(['hana', 'emma', 'noah', 'lihua'].map((name) => app.logIn(name)));
  const askNew = (place: number): Promise<Answer> =>
    asking[place % asking.length]?.post('/api/v1/security/email-codes', { purpose: 'newEmail', email }) ??
    Promise.reject(new Error('nobody asks'));
  const answers: Answer[] = [];
  for (let round = 0; round < 8; round += 1) {
    // All of them at once.
    answers.push(...(await Promise.all(asking.map((_member, place) => askNew(place)))));
    app.clock.advance(minute + 1_000);
  }
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(12);
  expect(await templatesTo(app.database, email)).toHaveLength(20);
  // Codes to a member's own mailbox are counted for themselves.
  const own = await asking[0]?.post('/api/v1/security/email-codes', { purpose: 'changeEmail' });
  expect(own?.status).toBe(202);
});
