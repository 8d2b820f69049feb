import { type ErrorCode, hasPasswordLength, isSamePassword, type Output } from '@trellis/api-contract';
import { Button, EntryScreen, Hint, LinkButton, SkeletonCard, useDates } from '@trellis/kit';
import { Closing, Done, FactorInput, Form, PasswordInput } from '@trellis/kit/form';
import { failureOf, ReadFailure, useForm } from '@trellis/shell-sdk';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { accessApi } from '../signup/accessApi.ts';
import { EntryFoot } from './EntryFoot.tsx';

const fields = ['password', 'passwordAgain', 'code'] as const;
type PasswordField = (typeof fields)[number];
const fieldOfCode: Readonly<Partial<Record<ErrorCode, PasswordField>>> = {
  'member.password_weak': 'password',
  'member.entries_differ': 'passwordAgain',
  'twofactor.incorrect': 'code',
};

/** `/setPassword/{ticket}`: a new password, with the code of Google Authenticator where it is bound. */
export function Component() {
  const { t } = useTranslation('access');
  const { t: shell } = useTranslation('shell');
  const { id: ticket = '' } = useParams();
  const [check, { data, error, isLoading, originalArgs }] = accessApi.useCheckPasswordTicketMutation();
  const [lockedUntil, setLockedUntil] = useState<string>();
  useEffect(() => {
    void check({ ticket });
  }, [check, ticket]);
  const title = shell('setPassword.title');
  if (lockedUntil !== undefined) return <Success title={title} lockedUntil={lockedUntil} />;
  if (data) return <PasswordForm ticket={ticket} needs={data} onDone={setLockedUntil} />;
  const failure = error && failureOf(error);
  const isUseless = failure?.kind === 'problem' && failure.problem.status < 500 && failure.problem.status !== 429;
  return (
    <EntryScreen title={title} back="/login" foot={error && <EntryFoot />}>
      {isUseless ? (
        <>
          <h2>{t('setPassword.expired')}</h2>
          <p>{t('setPassword.expiredText')}</p>
          <LinkButton to="/forgetPassword">{t('setPassword.again')}</LinkButton>
        </>
      ) : error && originalArgs ? (
        <ReadFailure error={error} retrying={isLoading} onRetry={() => check(originalArgs)} />
      ) : (
        <SkeletonCard />
      )}
    </EntryScreen>
  );
}

interface PasswordFormProps {
  readonly ticket: string;
  readonly needs: Output<'checkPasswordTicket'>;
  readonly onDone: (lockedUntil: string) => void;
}

function PasswordForm({ ticket, needs, onDone }: PasswordFormProps) {
  const { t } = useTranslation('access');
  const { t: shell } = useTranslation('shell');
  const form = useForm(fields, fieldOfCode, (value) => ({
    password: !hasPasswordLength(value('password')) && 'member.password_weak',
    passwordAgain:
      (value('passwordAgain') === '' && 'field.required') ||
      (!isSamePassword(value('passwordAgain'), value('password')) && 'member.entries_differ'),
    code: needs.needsCode && value('code') === '' && 'field.required',
  }));
  const [setNew, { isLoading }] = accessApi.useSetPasswordMutation();

  const submit = async () => {
    if (isLoading || !form.check()) return;
    const [password, passwordAgain, code] = [form.value('password'), form.value('passwordAgain'), form.value('code')];
    const { data, error } = await setNew({ ticket, password, passwordAgain, ...(needs.needsCode && { code }) });
    if (error) form.refuse(error);
    else onDone(data.lockedUntil);
  };

  return (
    <EntryScreen title={shell('setPassword.title')} back="/login" foot={<EntryFoot />}>
      <Form {...form.attributes} onSubmit={() => void submit()}>
        <PasswordInput
          label={t('setPassword.new')}
          autoComplete="new-password"
          {...form.input('password')}
          strengthAgainst={[]}
          hint={shell('signup.passwordHint')}
        />
        <PasswordInput
          label={shell('signup.passwordAgain')}
          autoComplete="new-password"
          {...form.input('passwordAgain')}
        />
        {needs.needsCode && <FactorInput {...form.input('code')} recovery />}
        <Hint>{t('setPassword.consequence', { count: needs.lockHours })}</Hint>
        <Button type="submit" busy={isLoading}>
          {t('setPassword.submit')}
        </Button>
      </Form>
    </EntryScreen>
  );
}

function Success({ title, lockedUntil }: { title: string; lockedUntil: string }) {
  const { t } = useTranslation('access');
  const { dateTime } = useDates();
  return (
    <EntryScreen title={title} foot={<EntryFoot />}>
      <Done title={t('setPassword.done')} text={t('setPassword.locked', { until: dateTime(lockedUntil) })} />
      <LinkButton to="/login">{t('setPassword.toLogin')}</LinkButton>
      <Closing to="/login" />
    </EntryScreen>
  );
}
