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
  const { email, username, password } = signupIssues({ ...good, email: '', username: '', password: '' }, false);
  expect([email, username, password]).toEqual(['field.required', 'field.required', 'field.required']);
});

test('a proven address needs no code', () => {
  expect(signupIssues({ ...good, emailCode: '' }, true)).toEqual({});
  expect(signupIssues({ ...good, emailCode: '' }, false)).toEqual({ emailCode: 'field.required' });
});
