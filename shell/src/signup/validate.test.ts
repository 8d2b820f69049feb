import { expect, test } from '@jest/globals';
import { type SignupForm, signupIssues } from './validate.ts';

const good: SignupForm = {
  email: 'demo@example.com',
  emailCode: '123456',
  username: 'demo',
  invitationCode: 'demo2026',
  side: 'left',
  password: 'correct horse',
  passwordAgain: 'correct horse',
  termsAccepted: true,
};

test('a good form has no issue', () => {
  expect(signupIssues(good, false)).toEqual({});
});

test('all issues are found at once', () => {
  const empty: SignupForm = { ...good, email: '', emailCode: '', username: '', invitationCode: '', side: '' };
  expect(signupIssues({ ...empty, password: 'short', passwordAgain: 'other', termsAccepted: false }, false)).toEqual({
    email: 'field.required',
    emailCode: 'field.required',
    username: 'field.required',
    invitationCode: 'field.required',
    side: 'field.choice',
    password: 'member.password_weak',
    passwordAgain: 'member.entries_differ',
    termsAccepted: 'member.terms_required',
  });
});

test('nothing at all is missing, and not wrong', () => {
  const { email, username, password, passwordAgain } = signupIssues(
    { ...good, email: '', username: '', password: '', passwordAgain: '' },
    false,
  );
  expect(new Set([email, username, password, passwordAgain])).toEqual(new Set(['field.required']));
});

test('a proven address needs no code', () => {
  expect(signupIssues({ ...good, emailCode: '' }, true)).toEqual({});
  expect(signupIssues({ ...good, emailCode: '' }, false)).toEqual({ emailCode: 'field.required' });
});

test.each([
  [
    'full width, as an input method writes it',
    { email: 'ｄｅｍｏ＠ｅｘａｍｐｌｅ．ｃｏｍ', username: 'ｄｅｍｏ', invitationCode: 'ｄｅｍｏ２０２６' },
  ],
  ['a name with an apostrophe', { email: "o'neil@example.com" }],
  ['a domain in letters', { email: 'demo@例え.jp' }],
  ['a top domain in punycode', { email: 'demo@xn--fsqu00a.xn--fiqs8s' }],
  ['one password in both widths', { passwordAgain: 'ｃｏｒｒｅｃｔ　ｈｏｒｓｅ' }],
])('%s is taken', (_what, typed) => {
  expect(signupIssues({ ...good, ...typed }, false)).toEqual({});
});

test.each(['demo@ex\u0430mple.com', 'demo@例え.jp/a', 'a,b@example.com'])('%s is no address', (email) => {
  expect(signupIssues({ ...good, email }, false)).toEqual({ email: 'member.email_format' });
});
