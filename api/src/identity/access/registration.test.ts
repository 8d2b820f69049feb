import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type ErrorCode, errorCatalogue } from '@trellis/api-contract';
import { suspend } from '../../testing/members.ts';
import { countOf } from '../../testing/records.ts';
import { proveAddress, registration, requestCode } from '../../testing/registering.ts';
import { snapshot } from '../../testing/rows.ts';
import { type Answer, Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { Passwords } from '../credentials/passwords.ts';

let app: TestApplication;
let serial = 0;
let email: string;

beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.close());
beforeEach(() => {
  serial += 1;
  email = `member${serial}@example.com`;
});

const register = (overrides: object): Promise<Answer> =>
  app.visitor.post('/api/v1/members', registration({ email, username: `member${serial}`, ...overrides }));
const fieldsOf = ({ problem }: Answer) => problem.fields?.map(({ path, code }) => `${path} ${code}`);

describe('a registration', () => {
  test('makes a member below the inviter, logged in, with an invitation of their own', async () => {
    const answer = await register({ emailCode: await requestCode(app, email), username: 'Kira7', side: 'right' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ member: { username: 'Kira7', language: 'en', suspended: false } });
    const kira = new Client(app.origin, answer.headers.get('set-cookie')?.split(';')[0]);
    const profile = await kira.get('/api/v1/profile');
    expect(profile.body).toMatchObject({
      username: 'Kira7',
      email,
      invitationCode: expect.stringMatching(/^[A-Z2-9]{8}$/),
    });
    const [place] = await app.database.sql<{ sponsor: string; parent: string; side: number }>(
      `SELECT s.username AS sponsor, p.username AS parent, n.side FROM member m JOIN tree_node n ON n.id = m.id
         JOIN member s ON s.id = n.sponsor_id JOIN member p ON p.id = n.parent_id WHERE m.username = 'Kira7'`,
    );
    // demo's outermost member on the right.
    expect(place).toEqual({ sponsor: 'demo', parent: 'emma', side: 1 });
    expect((await kira.get('/api/v1/balances')).body).toMatchObject({ total: { amount: '0.00' } });
  });

  test('with a ticket needs no code, and uses the ticket up', async () => {
    const emailTicket = await proveAddress(app, email);
    expect((await register({ emailTicket })).status).toBe(201);
    expect(fieldsOf(await register({ emailTicket, username: `again${serial}` }))).toEqual([
      'emailCode code.invalid_or_expired',
    ]);
    expect(
      await app.database.sql('SELECT consumed_at IS NOT NULL AS used FROM mailed_code WHERE email_key = $1', [email]),
    ).toEqual([{ used: true }]);
  });

  // The messages of the specification, word for word.
  test.each<[string, object, ErrorCode, string]>([
    ['username', { username: 'a_b' }, 'member.username_format', 'Username format is incorrect'],
    ['email', { email: 'not.an.address' }, 'member.email_format', 'Invalid Email Format'],
    ['invitationCode', { invitationCode: 'AAAA2222' }, 'member.invitation_unknown', 'Invitation Code Does Not Exist'],
    ['passwordAgain', { passwordAgain: 'another-Kettle-95' }, 'member.entries_differ', 'Entries Do Not Match'],
    ['emailCode', { emailTicket: 'A'.repeat(43) }, 'code.invalid_or_expired', 'Verification Code Error or Expired'],
    ['termsAccepted', { termsAccepted: false }, 'member.terms_required', 'Please agree to the terms'],
    ['username', { username: 'Demo' }, 'member.username_taken', 'This username is taken'],
    [
      'password',
      { password: 'short1!', passwordAgain: 'short1!' },
      'member.password_weak',
      'Choose a stronger password',
    ],
  ])('with a wrong %s (%j) says so', async (path, overrides, code, text) => {
    const address = 'email' in overrides && path !== 'email' ? String(overrides.email) : email;
    const emailTicket = await proveAddress(app, address);
    const before = await snapshot(app.database);
    const answer = await register({ emailTicket, ...overrides });
    expect(fieldsOf(answer)).toEqual([`${path} ${code}`]);
    expect(errorCatalogue[code].title).toBe(text);
    expect(await snapshot(app.database)).toEqual(before);
  });

  test('with a wrong code says so, in the words of the specification', async () => {
    const code = await requestCode(app, email);
    const wrong = code === '000000' ? '000001' : '000000';
    const answer = await register({ emailCode: wrong });
    expect(fieldsOf(answer)).toEqual(['emailCode code.incorrect']);
    expect(answer.problem.title).toBe('Incorrect Verification Code');
  });

  test('says every fault of form at once', async () => {
    const faults = { username: '!', email: '!', invitationCode: '!', side: 'up', language: 'xx', termsAccepted: false };
    const answer = await register({ ...faults, emailCode: '!', password: 'one', passwordAgain: 'two' });
    expect(fieldsOf(answer)?.sort()).toEqual([
      'email member.email_format',
      'emailCode code.invalid_or_expired',
      'invitationCode member.invitation_unknown',
      'language field.choice',
      'passwordAgain member.entries_differ',
      'side field.choice',
      'termsAccepted member.terms_required',
      'username member.username_format',
    ]);
  });

  test('says every fault of substance at once', async () => {
    const answer = await register({
      username: 'demo',
      invitationCode: 'AAAA2222',
      password: 'qwertyuiop',
      passwordAgain: 'qwertyuiop',
      emailCode: '123456',
    });
    expect(answer.problem).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(fieldsOf(answer)).toEqual([
      'username member.username_taken',
      'invitationCode member.invitation_unknown',
      'password member.password_weak',
      'emailCode code.invalid_or_expired',
    ]);
  });

  test('does not judge a long password before the code is right', async () => {
    const isStrong = jest.spyOn(Passwords.prototype, 'isStrong');
    const password = 'password'.repeat(12);
    const wrong = await register({ password, passwordAgain: password, emailCode: '123456' });
    expect(fieldsOf(wrong)).toEqual(['emailCode code.invalid_or_expired']);
    expect(isStrong).not.toHaveBeenCalled();
    const emailTicket = await proveAddress(app, email);
    const unknown = await register({ password, passwordAgain: password, emailTicket, invitationCode: 'AAAA2222' });
    expect(fieldsOf(unknown)).toEqual(['invitationCode member.invitation_unknown']);
    expect(isStrong).not.toHaveBeenCalled();
    expect(fieldsOf(await register({ password, passwordAgain: password, emailTicket }))).toEqual([
      'password member.password_weak',
    ]);
    isStrong.mockRestore();
  });

  test('takes a password that one keyboard composes and another does not, in both entries and at the log-in', async () => {
    const [typed, again] = ['Zu\u0308rich-orbit-94-plum', 'Z\u00fcrich-orbit-94-plum'];
    const emailTicket = await proveAddress(app, email);
    const username = `zurich${serial}`;
    expect((await register({ username, emailTicket, password: typed, passwordAgain: again })).status).toBe(201);
    for (const password of [typed, again])
      expect((await app.visitor.post('/api/v1/session', { username, password })).status).toBe(200);
  });

  test.each(['admin', 'Support', 'TRELLIS', 'operator', 'TrellisSupport', 'supp0rt', 'TreIIis', 'customercare'])(
    'as %s is refused: the name would pass for the platform',
    async (username) => {
      const answer = await register({ emailTicket: await proveAddress(app, email), username });
      expect(answer.problem).toMatchObject({ status: 409, code: 'member.username_taken' });
    },
  );

  test.each([
    ['Iihua', 'lihua'],
    ['dem0', 'demo'],
    ['DEM0', 'demo'],
    ['0liver', 'oliver'],
    ['o1iver', 'oliver'],
    ['demoIeft', 'demoleft'],
    ['50ra', 'sora'],
    ['rninjun', 'minjun'],
    ['vveijie', 'weijie'],
  ])('as %s is refused: it looks like %s', async (username) => {
    const answer = await register({ emailTicket: await proveAddress(app, email), username });
    expect(answer.problem).toMatchObject({
      status: 409,
      code: 'member.username_confusable',
      fields: [{ path: 'username', code: 'member.username_confusable' }],
    });
  });

  test('on the invitation of a suspended member is refused', async () => {
    const oliver = await app.logIn('oliver');
    const { invitationCode } = (await oliver.get('/api/v1/profile')).body;
    await suspend(app.database, 'oliver');
    const answer = await register({ emailTicket: await proveAddress(app, email), invitationCode });
    expect(answer.problem.code).toBe('member.invitation_unknown');
    expect((await app.visitor.get(`/api/v1/invitations/${invitationCode}`)).problem.code).toBe(
      'member.invitation_unknown',
    );
  });
});

test('an invitation says whose it is', async () => {
  expect((await app.visitor.get('/api/v1/invitations/demo2026')).body).toEqual({ code: 'DEMO2026', inviter: 'demo' });
});

test('50 registrations with one right code at once make one member', async () => {
  const emailCode = await requestCode(app, email);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => register({ emailCode, username: `racer${index}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expect(fieldsOf(answer)).toEqual(['emailCode code.invalid_or_expired']);
  expect(await countOf(app.database, 'member', `username LIKE 'racer%'`)).toBe(1);
});
test('one name asked for by ten addresses at once goes to one of them, and leaves no empty place in the tree', async () => {
  const tickets = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const address = `same${index}@example.com`;
      return { email: address, emailTicket: await proveAddress(app, address) };
    }),
  );
  const answers = await Promise.all(tickets.map((proof) => register({ ...proof, username: 'SameName' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  expect(
    await app.database.sql('SELECT id FROM tree_node n WHERE NOT EXISTS (SELECT 1 FROM member m WHERE m.id = n.id)'),
  ).toEqual([]);
});

test('of names that look alike, asked for at once, one is given; the others leave nothing', async () => {
  const names = ['Lilith', 'lilith', 'IiIith', '1i1ith', 'lllith', 'LIL1TH'];
  const bodies = await Promise.all(
    names.map(async (username, place) => {
      const address = `alike${place}@example.com`;
      return registration({ email: address, username, emailTicket: await proveAddress(app, address) });
    }),
  );
  const answers = await Promise.all(bodies.map((body) => app.visitor.post('/api/v1/members', body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  for (const { problem } of answers.filter(({ status }) => status === 409))
    expect(problem.code).toMatch(/^member\.username_(?:taken|confusable)$/);
  expect(await countOf(app.database, 'member', "username_key LIKE '%th' AND email LIKE 'alike%'")).toBe(1);
});

test('members of before who look alike keep their names, and nobody new joins them', async () => {
  // As they were before names were compared by their looks.
  await app.database.sql(`UPDATE member SET username = 'Yuki1', username_key = 'yuki1' WHERE username = 'yuna'`);
  await app.database.sql(`UPDATE member SET username = 'yukiI', username_key = 'yukii' WHERE username = 'ren'`);
  for (const username of ['Yuki1', 'yukiI']) expect((await app.logIn(username)).cookie).not.toBe('');
  const answer = await register({ emailTicket: await proveAddress(app, email), username: 'yukil' });
  expect(answer.problem.code).toBe('member.username_confusable');
});
