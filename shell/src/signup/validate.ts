import {
  codePattern,
  type ErrorCode,
  hasPasswordLength,
  invitationPattern,
  isEmail,
  isSamePassword,
  normalizeInvitation,
  normalizeName,
  usernamePattern,
} from '@trellis/api-contract';
import type { SignupDraft } from './draft.ts';

/** The form as it is submitted. */
export interface SignupForm extends SignupDraft {
  readonly emailCode: string;
  readonly password: string;
  readonly passwordAgain: string;
}

export const signupFields = [
  'email',
  'emailCode',
  'username',
  'invitationCode',
  'side',
  'password',
  'passwordAgain',
  'termsAccepted',
] as const;
export type SignupField = (typeof signupFields)[number];

/** The field that a code of the catalogue belongs to, for a problem that names none. */
export const signupFieldOfCode: Readonly<Partial<Record<ErrorCode, SignupField>>> = {
  'member.email_format': 'email',
  'code.invalid_or_expired': 'emailCode',
  'code.incorrect': 'emailCode',
  'member.username_format': 'username',
  'member.username_taken': 'username',
  'member.username_confusable': 'username',
  'member.invitation_unknown': 'invitationCode',
  'member.password_weak': 'password',
  'member.entries_differ': 'passwordAgain',
  'member.terms_required': 'termsAccepted',
};

/** All that can be seen to be wrong without asking the server; it decides in the end. */
export function signupIssues(form: SignupForm, emailVerified: boolean): Partial<Record<SignupField, ErrorCode>> {
  const issues: Partial<Record<SignupField, ErrorCode>> = {};
  const need = (field: SignupField, holds: boolean, code: ErrorCode) => {
    if (!holds) issues[field] ??= code;
  };
  for (const field of ['email', 'username', 'password', 'passwordAgain'] as const)
    need(field, form[field] !== '', 'field.required');
  need('email', isEmail(form.email), 'member.email_format');
  if (!emailVerified) {
    need('emailCode', form.emailCode !== '', 'field.required');
    need('emailCode', codePattern.test(form.emailCode), 'code.invalid_or_expired');
  }
  need('username', usernamePattern.test(normalizeName(form.username)), 'member.username_format');
  need('invitationCode', form.invitationCode !== '', 'field.required');
  need(
    'invitationCode',
    invitationPattern.test(normalizeInvitation(form.invitationCode.trim())),
    'member.invitation_unknown',
  );
  need('side', form.side !== '', 'field.choice');
  need('password', hasPasswordLength(form.password), 'member.password_weak');
  need('passwordAgain', isSamePassword(form.passwordAgain, form.password), 'member.entries_differ');
  need('termsAccepted', form.termsAccepted, 'member.terms_required');
  return issues;
}
