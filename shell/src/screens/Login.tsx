import { type ErrorCode, normalizeName, type UserOf } from '@trellis/api-contract';
import { Button, EntryScreen, Hint, LinkButton } from '@trellis/kit';
import { FactorInput, Form, PasswordInput, TextInput } from '@trellis/kit/form';
import { type ErrorSource, enterSession, failureOf, SessionOver, useErrorText, useForm } from '@trellis/shell-sdk';
import { followProfile } from '@trellis/shell-sdk/host';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PasskeyButton } from '../access/PasskeyButton.tsx';
import { accessApi } from '../signup/accessApi.ts';
import { EntryFoot } from './EntryFoot.tsx';
import * as styles from './Login.module.css';

const fields = ['username', 'password', 'code'] as const;
type LoginField = (typeof fields)[number];

const fieldOfCode: Readonly<Partial<Record<ErrorCode, LoginField>>> = {
  'auth.username_unknown': 'username',
  'auth.password_incorrect': 'password',
  'twofactor.incorrect': 'code',
};

export function Component() {
  const { t } = useTranslation('shell');
  const errorText = useErrorText();
  /** The password was right, and Google Authenticator is bound. */
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm(fields, fieldOfCode, (value) => ({
    username: value('username').trim() === '' && 'field.required',
    password: value('password') === '' && 'field.required',
    code: asksCode && value('code') === '' && 'field.required',
  }));
  const codeStep = useRef<HTMLDivElement>(null);
  // Nothing is wrong: the next field is asked for, and readers are led there.
  useEffect(() => codeStep.current?.querySelector('input')?.focus(), [asksCode]);
  const [logIn, { isLoading }] = accessApi.useLogInMutation();
  // The layout leads on from here, to the page that asked for the log-in.
  const go = (member: UserOf<'member'>) => {
    enterSession(member);
    followProfile(member.language).catch(() => undefined);
  };
  // A code that is just complete stands in no field yet.
  const submit = async (complete?: string) => {
    if (isLoading || !form.check(asksCode && complete === undefined ? fields : ['username', 'password'])) return;
    const code = complete ?? form.value('code');
    const [username, password] = [normalizeName(form.value('username')), form.value('password')];
    const { data, error } = await logIn({ username, password, ...(asksCode && { code }) });
    if (error) {
      const failure = failureOf(error);
      if (failure.kind === 'problem' && failure.problem.code === 'auth.second_factor_required') {
        setAsksCode(true);
        return;
      }
      form.refuse(error);
      return;
    }
    go(data.member);
  };

  const newPassword = (
    <LinkButton size="small" to="/forgetPassword">
      {t('login.newPassword')}
    </LinkButton>
  );
  return (
    <EntryScreen title={t('login.title')} text={t('login.about')} foot={<EntryFoot />}>
      <SessionOver />
      <Form
        {...form.attributes}
        errorAction={form.refusal && isFrozen(form.refusal) ? newPassword : undefined}
        onSubmit={() => void submit()}
      >
        <TextInput label={t('login.username')} autoComplete="username" maxLength={64} {...form.input('username')} />
        <PasswordInput
          label={t('login.password')}
          labelAction={
            <Link className={styles.forgot} to="/forgetPassword">
              {t('login.forgot')}
            </Link>
          }
          autoComplete="current-password"
          {...form.input('password')}
        />
        {asksCode && (
          <div className={styles.codeStep} ref={codeStep}>
            <Hint>{errorText('auth.second_factor_required')}</Hint>
            <FactorInput {...form.input('code')} onComplete={(code) => void submit(code)} recovery />
          </div>
        )}
        <Button type="submit" busy={isLoading}>
          {t('login.submit')}
        </Button>
        <PasskeyButton onMember={go} onRefused={form.refuse} />
      </Form>
      <LinkButton kind="outlined" to="/signup">
        {t('login.register')}
      </LinkButton>
    </EntryScreen>
  );
}

/** The owner stopped the account by the link of a mail. */
const isFrozen = (source: ErrorSource): boolean =>
  typeof source === 'object' &&
  'kind' in source &&
  source.kind === 'problem' &&
  source.problem.code === 'auth.account_frozen';
