import { type ErrorCode, hasPasswordLength, isSamePassword, type Output } from '@trellis/api-contract';
import { Button, Card, Hint, LinkButton, Screen, SkeletonCard, useDates } from '@trellis/kit';
import { Closing, Done, FactorInput, Form, PasswordInput } from '@trellis/kit/form';
import { failureOf, ReadFailure, useForm } from '@trellis/shell-sdk';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { accessApi } from '../signup/accessApi.ts';

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
  const formId = useId();
  useEffect(() => {
    void check({ ticket });
  }, [check, ticket]);
  const title = shell('setPassword.title');
  if (lockedUntil !== undefined) return <Success title={title} lockedUntil={lockedUntil} />;
  if (data) return <PasswordForm ticket={ticket} formId={formId} needs={data} onDone={setLockedUntil} />;
  const failure = error && failureOf(error);
  const isUseless = failure?.kind === 'problem' && failure.problem.status < 500 && failure.problem.status !== 429;
  return (
    <Screen title={title} back="/login">
      {isUseless ? (
        <Card title={t('setPassword.expired')}>
          <Hint>{t('setPassword.expiredText')}</Hint>
          <LinkButton to="/forgetPassword">{t('setPassword.again')}</LinkButton>
        </Card>
      ) : error && originalArgs ? (
        <ReadFailure error={error} retrying={isLoading} onRetry={() => check(originalArgs)} />
      ) : (
        <SkeletonCard />
      )}
    </Screen>
  );
}

interface PasswordFormProps {
  readonly ticket: string;
  readonly formId: string;
  readonly needs: Output<'checkPasswordTicket'>;
  readonly onDone: (lockedUntil: string) => void;
}

function PasswordForm({ ticket, formId, needs, onDone }: PasswordFormProps) {
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
    <Screen
      title={shell('setPassword.title')}
      back="/login"
      dock={
        <Button type="submit" form={formId} busy={isLoading}>
          {t('setPassword.submit')}
        </Button>
      }
    >
      <Form id={formId} {...form.attributes} onSubmit={() => void submit()}>
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
      </Form>
    </Screen>
  );
}

function Success({ title, lockedUntil }: { title: string; lockedUntil: string }) {
  const { t } = useTranslation('access');
  const { dateTime } = useDates();
  return (
    <Screen title={title} dock={<LinkButton to="/login">{t('setPassword.toLogin')}</LinkButton>}>
      <Done title={t('setPassword.done')} text={t('setPassword.locked', { until: dateTime(lockedUntil) })} />
      <Closing to="/login" />
    </Screen>
  );
}
