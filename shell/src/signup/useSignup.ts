import { normalizeEmail, normalizeInvitation, normalizeName, seenText } from '@trellis/api-contract';
import { useToast } from '@trellis/kit';
import { type CallError, enterSession, failureOf, productNow, useIssues, useLanguage } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { accessApi } from './accessApi.ts';
import { forget, keep, recall, type SignupDraft, verifiedEmail } from './draft.ts';
import { useEmailCode } from './useEmailCode.ts';
import { type SignupField, type SignupForm, signupFieldOfCode, signupFields, signupIssues } from './validate.ts';

const emptyDraft: SignupDraft = { email: '', username: '', invitationCode: '', side: '', termsAccepted: false };

/** The registration form: its draft, its issues, the proof of the address, and the submission. */
export function useSignup() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const showToast = useToast();
  const [language] = useLanguage();
  const [search] = useSearchParams();
  const invited = readInvitation(search);
  const [form, setForm] = useState<SignupForm>(() => ({
    ...emptyDraft,
    ...recall('draft'),
    ...invited,
    emailCode: '',
    password: '',
    passwordAgain: '',
  }));
  const [register, { isLoading: submitting }] = accessApi.useRegisterMutation();
  const email = normalizeEmail(seenText(form.email));
  const proof = verifiedEmail(email, productNow());
  const issues = useIssues(signupFields, signupFieldOfCode, signupIssues(form, proof !== undefined));
  const code = useEmailCode(email, (error) =>
    error === 'member.email_format' ? issues.check(['email']) : issues.refuse(error),
  );

  const change = (values: Partial<SignupForm>) => {
    const { emailCode, password, passwordAgain, ...draft } = { ...form, ...values };
    setForm({ ...draft, emailCode, password, passwordAgain });
    keep('draft', draft);
    issues.changed(...(Object.keys(values) as SignupField[]));
  };

  const changeVerified = () => {
    forget('verified');
    change({ email: '' });
  };

  const submit = async () => {
    if (submitting || !issues.check() || form.side === '') return;
    const { username, password, passwordAgain, side } = form;
    const { data, error } = await register({
      email,
      username: normalizeName(username),
      invitationCode: normalizeInvitation(seenText(form.invitationCode).trim()),
      side,
      password,
      passwordAgain,
      // Checked above; the contract accepts nothing else.
      termsAccepted: true,
      language,
      ...(proof ? { emailTicket: proof.ticket } : { emailCode: form.emailCode }),
    });
    if (error) {
      if (isUseless(error)) forget('verified');
      issues.refuse(error);
      return;
    }
    forget('draft', 'verified', 'sent');
    showToast(t('signup.done'));
    enterSession(data.member);
    await navigate('/', { replace: true });
  };

  const fromLink = invited.invitationCode !== undefined;
  return { form, change, issues, code, verified: proof !== undefined, changeVerified, fromLink, submit, submitting };
}

/** What an invitation link says: `/signup?code=X&side=left`. */
function readInvitation(search: URLSearchParams): Partial<Pick<SignupDraft, 'invitationCode' | 'side'>> {
  const code = search.get('code');
  const side = search.get('side');
  return {
    ...(code && { invitationCode: normalizeInvitation(code.trim().slice(0, 64)) }),
    ...((side === 'left' || side === 'right') && { side }),
  };
}

/** The proof of the address was refused: the form asks for a code again. */
function isUseless(error: CallError): boolean {
  const failure = failureOf(error);
  if (failure.kind !== 'problem') return false;
  const { code, fields = [] } = failure.problem;
  return code.startsWith('code.') || fields.some(({ path }) => path === 'emailTicket');
}
