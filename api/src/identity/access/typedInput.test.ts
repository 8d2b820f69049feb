import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { demoPassword } from '../../development/demo/team.ts';
import { bindGoogle } from '../../testing/authenticator.ts';
import { goodPassword, mailedCode, proveAddress, registration } from '../../testing/registering.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** What people type with the keyboards and input methods that they have, and addresses that mail servers take. */
let app: TestApplication;
let serial = 0;
beforeAll(async () => {
  app = await startTestApplication({ secondFactor: true });
});
afterAll(() => app.close());

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

test.each([
  ['o’neil with an apostrophe', "o'neil@example.com", "o'neil@example.com"],
  ['an ampersand', 'd&e@example.com', 'd&e@example.com'],
  ['all that an atom may have', "!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
  ['a top domain in punycode', 'x@xn--fsqu00a.xn--fiqs8s', 'x@xn--fsqu00a.xn--fiqs8s'],
  ['a domain in letters', 'x@例え.jp', 'x@xn--r8jz45g.jp'],
  ['a domain in letters of Korea', 'kim@메일.한국', 'kim@xn--h32bq4v.xn--3e0b707e'],
  ['full width', fullWidth('Wide.Name@example.com'), 'Wide.Name@example.com'],
])('an address with %s registers, and is the same in other letters: %s', async (_what, typed, kept) => {
  serial += 1;
  const username = `typed${serial}`;
  const sent = await app.visitor.post('/api/v1/email-codes', { purpose: 'register', email: typed, language: 'en' });
  expect(sent.status).toBe(202);
  const emailCode = await mailedCode(app, kept);
  const registered = await app.visitor.post('/api/v1/members', registration({ email: typed, username, emailCode }));
  expect(registered.status).toBe(201);
  const own = app.visitor.after(registered);
  expect((await own.get('/api/v1/profile')).body.email).toBe(kept);
  // In whatever letters, it is one address.
  await app.visitor.post('/api/v1/email-codes', {
    purpose: 'resetPassword',
    email: kept.toUpperCase(),
    language: 'en',
  });
  expect(await mailedCode(app, kept)).toMatch(/^\d{6}$/);
});

test.each([
  'two@@example.com',
  'a b@example.com',
  'a,b@example.com',
  'a<b@example.com',
  '"quoted"@example.com',
  '.dot@example.com',
  'dot.@example.com',
  'x@example',
  'x@-a.com',
  'x@例え.jp/path',
  'x@例え.jp:25',
  'x@[127.0.0.1]',
  // A letter of another script in between: another domain that looks like this one.
  'x@ex\u0430mple.com',
  'x@127.0.0.1',
  '例@example.com',
  ' x@example.com',
])('%s is no address', async (email) => {
  const { problem } = await app.visitor.post('/api/v1/email-codes', { purpose: 'register', email, language: 'en' });
  expect(problem.fields).toEqual([{ path: 'email', code: 'member.email_format' }]);
});

describe('with the input method left on', () => {
  test('a name logs in, and is counted as the same name', async () => {
    const body = { username: fullWidth('DeMo'), password: demoPassword };
    expect((await app.visitor.post('/api/v1/session', body)).body).toMatchObject({ member: { username: 'demo' } });
  });

  test('a registration is one: name, address, invitation and code', async () => {
    const email = 'wide@example.com';
    await app.visitor.post('/api/v1/email-codes', { purpose: 'register', email, language: 'en' });
    const emailCode = fullWidth(await mailedCode(app, email));
    const wide = { email: fullWidth(email), username: fullWidth('Wide99'), invitationCode: fullWidth('demo2026') };
    const registered = await app.visitor.post('/api/v1/members', registration({ ...wide, emailCode }));
    expect(registered.body).toMatchObject({ member: { username: 'Wide99' } });
    const again = await app.visitor.post(
      '/api/v1/members',
      registration({
        email: 'w2@example.com',
        username: fullWidth('wide99'),
        emailTicket: await proveAddress(app, 'w2@example.com'),
      }),
    );
    expect(again.problem.fields).toEqual([{ path: 'username', code: 'member.username_taken' }]);
    const invitation = await app.visitor.get(`/api/v1/invitations/${encodeURIComponent(fullWidth('demo2026'))}`);
    expect(invitation.body).toMatchObject({ code: 'DEMO2026' });
  });

  test('a code of the authenticator, a recipient and a search are read', async () => {
    const own = await app.logIn('demo');
    const phone = await bindGoogle(app, own, 'demo@example.com');
    const order = { recipient: fullWidth('demoleft'), amount: '1', unit: 'USD', code: fullWidth(phone.code()) };
    const sent = await own.post('/api/v1/transfers', order, { 'idempotency-key': crypto.randomUUID() });
    expect(sent.status).toBe(201);
    const result = await own.get(`/api/v1/team/search?username=${encodeURIComponent(fullWidth('demol'))}`);
    expect(result.body).toMatchObject({ members: [{ username: 'demoleft' }] });
    const body = { username: 'demo', password: demoPassword, code: fullWidth(phone.code()) };
    expect((await app.visitor.post('/api/v1/session', body)).status).toBe(200);
  });

  test('a new password is the same in both widths', async () => {
    const email = 'pass@example.com';
    const emailTicket = await proveAddress(app, email);
    const password = { password: goodPassword, passwordAgain: fullWidth(goodPassword) };
    const answer = await app.visitor.post(
      '/api/v1/members',
      registration({ email, username: 'passwide', emailTicket, ...password }),
    );
    expect(answer.status).toBe(201);
    const body = { username: 'passwide', password: fullWidth(goodPassword) };
    expect((await app.visitor.post('/api/v1/session', body)).status).toBe(200);
  });
});
