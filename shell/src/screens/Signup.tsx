import { Button, EntryScreen, Hint, Ladder } from '@trellis/kit';
import { Checkbox, Form, PasswordInput, TextInput } from '@trellis/kit/form';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailFields } from '../signup/EmailFields.tsx';
import { Opening } from '../signup/Opening.tsx';
import { PlaceCard } from '../signup/PlaceCard.tsx';
import { PlaceFields } from '../signup/PlaceFields.tsx';
import { lastStep, type Step, stepAddress } from '../signup/steps.ts';
import { TermsText } from '../signup/TermsText.tsx';
import { UnknownInvitation } from '../signup/UnknownInvitation.tsx';
import { useInviter } from '../signup/useInviter.ts';
import { type Signup, useSignup } from '../signup/useSignup.ts';
import { EntryFoot } from './EntryFoot.tsx';

/** `/signup`: who invites, and then three short pages, each with an address of its own. */
export function Component() {
  const signup = useSignup();
  const { step } = signup;
  const formId = useId();
  useFocusFirstField(formId, step);
  return step === 0 ? <Opening signup={signup} /> : <StepPage signup={signup} step={step} formId={formId} />;
}

const nameOfStep = { 1: 'steps.email', 2: 'steps.name', 3: 'steps.place' } as const;

interface StepPageProps {
  readonly signup: Signup;
  readonly step: Exclude<Step, 0>;
  readonly formId: string;
}

function StepPage({ signup, step, formId }: StepPageProps) {
  const { t } = useTranslation('access');
  const { t: shell } = useTranslation('shell');
  const { t: kit } = useTranslation('kit');
  const { invited, issues, next, busy, submitting } = signup;
  const isLinked = invited.invitationCode !== undefined;
  const back = step === 1 ? (isLinked ? stepAddress(invited, 0) : '/login') : stepAddress(invited, step === 2 ? 1 : 2);
  const action = step === lastStep ? shell('signup.submit') : t('forgot.submit');
  return (
    <EntryScreen
      title={shell('signup.title')}
      text={`${t('steps.label', { step })} · ${t(nameOfStep[step])}`}
      picture={<Progress step={step} />}
      back={back}
      foot={<EntryFoot />}
    >
      {/* Another page is another form: its errors and its first field are its own. */}
      <Form key={step} id={formId} {...issues.attributes} onSubmit={next}>
        {step === 1 && !isLinked && <Hint>{t('invite.needed')}</Hint>}
        {step === 1 && <EmailStep signup={signup} />}
        {step === 2 && <NameStep signup={signup} />}
        {step === 3 && <PlaceStep signup={signup} />}
        <Button type="submit" busy={busy}>
          {submitting ? kit('flow.submitting') : action}
        </Button>
      </Form>
    </EntryScreen>
  );
}

/** The three pages as steps, for the eye alone: the sentence below says the same. */
function Progress({ step }: { step: number }) {
  const steps = [1, 2, 3].map((each) => ({
    label: String(each),
    state: each < step ? ('done' as const) : each === step ? ('next' as const) : ('open' as const),
  }));
  return <Ladder steps={steps} passed={0.5} size="card" />;
}

function EmailStep({ signup }: { signup: Signup }) {
  const { form, change, issues, code, verified, changeVerified } = signup;
  return (
    <EmailFields
      email={form.email}
      onEmail={(email) => change({ email: email.trim() })}
      emailError={issues.error('email')}
      code={form.emailCode}
      onCode={(emailCode) => change({ emailCode })}
      codeError={issues.error('emailCode')}
      sending={code}
      verified={verified}
      onChangeVerified={changeVerified}
    />
  );
}

function NameStep({ signup: { form, change, issues } }: { signup: Signup }) {
  const { t } = useTranslation('shell');
  return (
    <>
      <TextInput
        label={t('signup.username')}
        autoComplete="username"
        maxLength={64}
        value={form.username}
        onChange={(username) => change({ username: username.trim() })}
        hint={t('signup.usernameHint')}
        error={issues.error('username')}
      />
      <PasswordInput
        label={t('signup.password')}
        autoComplete="new-password"
        value={form.password}
        onChange={(password) => change({ password })}
        strengthAgainst={[form.username, form.email]}
        hint={t('signup.passwordHint')}
        error={issues.error('password')}
      />
      <PasswordInput
        label={t('signup.passwordAgain')}
        autoComplete="new-password"
        value={form.passwordAgain}
        onChange={(passwordAgain) => change({ passwordAgain })}
        error={issues.error('passwordAgain')}
      />
    </>
  );
}

function PlaceStep({ signup }: { signup: Signup }) {
  const { form, change, issues, invited } = signup;
  const inviter = useInviter(form.invitationCode);
  const isLinked = invited.invitationCode !== undefined;
  return (
    <>
      {isLinked && issues.error('invitationCode') !== undefined && <UnknownInvitation />}
      {!isLinked || !invited.side ? (
        <PlaceFields signup={signup} />
      ) : (
        inviter.name !== undefined && <PlaceCard inviter={inviter.name} side={invited.side} />
      )}
      <Checkbox
        checked={form.termsAccepted}
        onChange={(termsAccepted) => change({ termsAccepted })}
        error={issues.error('termsAccepted')}
      >
        <TermsText />
      </Checkbox>
    </>
  );
}

/** Whoever went on to another page goes on typing; whoever has just come reads first. */
function useFocusFirstField(formId: string, step: Step) {
  const hasCome = useRef(false);
  useEffect(() => {
    const form = document.getElementById(formId);
    // A field that is wrong has the focus already.
    if (hasCome.current && form && !form.contains(document.activeElement))
      form.querySelector<HTMLElement>('input:not([readonly])')?.focus();
    hasCome.current = true;
  }, [formId, step]);
}
