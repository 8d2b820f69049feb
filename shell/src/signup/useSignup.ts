import { isAbout, normalizeEmail, normalizeInvitation, normalizeName, seenText } from '@trellis/api-contract';
import { useToast } from '@trellis/kit';
import { type CallError, enterSession, failureOf, productNow, useIssues, useLanguage } from '@trellis/shell-sdk';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { accessApi } from './accessApi.ts';
import { forget, heldPasswords, holdPasswords, keep, recall, type SignupDraft, verifiedEmail } from './draft.ts';
import { fieldsOfStep, readInvitation, readStep, type Step, stepAddress, steps } from './steps.ts';
import { useEmailCode } from './useEmailCode.ts';
import { type SignupField, type SignupForm, signupFieldOfCode, signupFields, signupIssues } from './validate.ts';

const emptyDraft: SignupDraft = { email: '', username: '', invitationCode: '', side: '', termsAccepted: false };

export type Signup = ReturnType<typeof useSignup>;

/** The registration: its pages, its draft, its issues, the proof of the address, and the submission. */
export function useSignup() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const showToast = useToast();
  const [language] = useLanguage();
  const [search] = useSearchParams();
  const invited = readInvitation(search);
  const step = readStep(search);
  const [entries, setEntries] = useState<SignupForm>(() => ({
    ...emptyDraft,
    ...recall('draft'),
    ...invited,
    emailCode: '',
    ...heldPasswords(),
  }));
  // The address may have become another invitation's since.
  const form = { ...entries, ...invited };
  const [register, { isLoading: submitting }] = accessApi.useRegisterMutation();
  const [verify, { isLoading: verifying }] = accessApi.useVerifyEmailCodeMutation();
  const email = normalizeEmail(seenText(form.email));
  const proof = verifiedEmail(email, productNow());
  const wrong = signupIssues(form, proof !== undefined);
  const issues = useIssues(signupFields, signupFieldOfCode, wrong);
  const code = useEmailCode(
    email,
    (error) => (error === 'member.email_format' ? issues.check(['email']) : issues.refuse(error)),
    () => change({ emailCode: '' }),
  );
  const go = (to: Step, replace = false) => void navigate(stepAddress(invited, to), { replace });

  const latest = useRef(entries);
  latest.current = entries;
  useEffect(() => {
    holdPasswords(undefined);
    return () => {
      if (readOnTheWay.test(window.location.pathname)) holdPasswords(latest.current);
    };
  }, []);
  // The way back from `/verifyEmail` is to the same invitation.
  useEffect(() => keep('invited', invited), [invited.invitationCode, invited.side]);

  const firstOf = (has: (field: SignupField) => boolean): Step | undefined =>
    steps.find((each) => each > 0 && each < step && fieldsOfStep[each].some(has));
  useEffect(() => {
    // Opened again, a page has no password and no code: what is missing comes first.
    const missing = firstOf((field) => wrong[field] !== undefined);
    if (missing !== undefined) go(missing, true);
  }, [step]);
  useEffect(() => {
    const refused = firstOf((field) => issues.error(field) !== undefined);
    if (refused !== undefined) go(refused);
  }, [issues.attributes.issues]);

  const change = (values: Partial<SignupForm>) => {
    // As it is by now: a code may have been on its way while something was typed.
    const { emailCode, password, passwordAgain, ...draft } = { ...latest.current, ...values };
    latest.current = { ...draft, emailCode, password, passwordAgain };
    setEntries(latest.current);
    keep('draft', draft);
    issues.changed(...(Object.keys(values) as SignupField[]));
  };

  const changeVerified = () => {
    forget('verified');
    change({ email: '' });
  };

  /** The opening page's choice is the address from here on, as if a link had brought it. */
  const takePlace = () => {
    if (!issues.check(fieldsOfStep[0]) || form.side === '') return;
    const place = { invitationCode: normalizeInvitation(seenText(form.invitationCode).trim()), side: form.side };
    void navigate(stepAddress(place, 1));
  };

  const goOn = async () => {
    if (verifying || !issues.check(fieldsOfStep[step])) return;
    // At once, and not at the end: a reload after it needs no other code.
    if (step === 1 && !proof) {
      const { data, error } = await verify({ purpose: 'register', email, code: form.emailCode });
      if (error) {
        issues.refuse(error);
        return;
      }
      keep('verified', { email, ...data });
    }
    go(step === 1 ? 2 : 3);
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
    forget('draft', 'verified', 'sent', 'invited');
  };

  return {
    form,
    change,
    issues,
    code,
    verified: proof !== undefined,
    changeVerified,
    invited,
    step,
    takePlace,
    next: () => void (step === 3 ? submit() : goOn()),
    busy: submitting || verifying,
    submitting,
  };
}

/** Pages that the form leads to and that lead back to it. */
const readOnTheWay = /^\/(verifyemail|terms|termservice)\/?$/i;

/** The proof of the address was refused: the form asks for a code again. */
function isUseless(error: CallError): boolean {
  const failure = failureOf(error);
  if (failure.kind !== 'problem') return false;
  const { code, fields = [] } = failure.problem;
  return isAbout(code, 'mailedCode') || fields.some(({ path }) => path === 'emailTicket');
}
