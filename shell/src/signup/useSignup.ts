import { isAbout, normalizeEmail, normalizeInvitation, normalizeName, seenText } from '@trellis/api-contract';
import { useToast } from '@trellis/kit';
import { type CallError, enterSession, failureOf, productNow, useIssues, useLanguage } from '@trellis/shell-sdk';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { accessApi } from './accessApi.ts';
import { forget, heldPasswords, holdPasswords, keep, recall, type SignupDraft, verifiedEmail } from './draft.ts';
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
    ...heldPasswords(),
  }));
  const [register, { isLoading: submitting }] = accessApi.useRegisterMutation();
  const email = normalizeEmail(seenText(form.email));
  const proof = verifiedEmail(email, productNow());
  const issues = useIssues(signupFields, signupFieldOfCode, signupIssues(form, proof !== undefined));
  const code = useEmailCode(
    email,
    (error) => (error === 'member.email_format' ? issues.check(['email']) : issues.refuse(error)),
    () => change({ emailCode: '' }),
  );

  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    holdPasswords(undefined);
    return () => {
      if (readOnTheWay.test(window.location.pathname)) holdPasswords(latest.current);
    };
  }, []);

  const change = (values: Partial<SignupForm>) => {
    // As it is by now: a code may have been on its way while something was typed.
    const { emailCode, password, passwordAgain, ...draft } = { ...latest.current, ...values };
    latest.current = { ...draft, emailCode, password, passwordAgain };
    setForm(latest.current);
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
    showToast(t('signup.done'));
    enterSession(data.member);
    await navigate('/', { replace: true });
    // While the form still stands there it would ask for what is forgotten.
    forget('draft', 'verified', 'sent');
  };

  const fromLink = invited.invitationCode !== undefined;
  return { form, change, issues, code, verified: proof !== undefined, changeVerified, fromLink, submit, submitting };
}

/** Pages that the form leads to and that lead back to it. */
const readOnTheWay = /^\/(verifyemail|terms|termservice)\/?$/i;

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
  return isAbout(code, 'mailedCode') || fields.some(({ path }) => path === 'emailTicket');
}
