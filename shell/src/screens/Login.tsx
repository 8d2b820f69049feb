import type { ErrorCode, UserOf } from '@trellis/api-contract';
import { Button, EntryScreen, LinkButton, TextLink } from '@trellis/kit';
import { FactorInput, Form, PasswordInput, TextInput } from '@trellis/kit/form';
import { type ErrorSource, enterSession, failureOf, useForm } from '@trellis/shell-sdk';
import { followProfile } from '@trellis/shell-sdk/host';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PasskeyButton } from '../access/PasskeyButton.tsx';
import { accessApi } from '../signup/accessApi.ts';
import * as styles from './Login.module.css';
import { ReadingOptions } from './ReadingOptions.tsx';

const fields = ['username', 'password', 'code'] as const;
type LoginField = (typeof fields)[number];

const fieldOfCode: Readonly<Partial<Record<ErrorCode, LoginField>>> = {
  'auth.username_unknown': 'username',
  'auth.password_incorrect': 'password',
  'twofactor.incorrect': 'code',
};

export function Component() {
  const { t } = useTranslation('shell');
  const form = useForm(fields, fieldOfCode);
  /** The password was right, and Google Authenticator is bound. */
  const [asksCode, setAsksCode] = useState(false);
  const [logIn, { isLoading }] = accessApi.useLogInMutation();
  // The layout leads on from here, to the page that asked for the log-in.
  const go = (member: UserOf<'member'>) => {
    enterSession(member);
    followProfile(member.language).catch(() => undefined);
  };
  const submit = async () => {
    if (isLoading) return;
    const [username, password, code] = [form.value('username').trim(), form.value('password'), form.value('code')];
    const ready = form.check({
      username: username === '' && 'field.required',
      password: password === '' && 'field.required',
      code: asksCode && code === '' && 'field.required',
    });
    if (!ready) return;
    const { data, error } = await logIn({ username, password, ...(asksCode && { code }) });
    if (error) {
      const failure = failureOf(error);
      if (failure.kind === 'problem' && failure.problem.code === 'auth.second_factor_required') {
        setAsksCode(true);
        // Named under the field, so that focus and readers are led there.
        form.show({ fields: { code: 'auth.second_factor_required' } });
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
    <EntryScreen title={t('login.title')} foot={<ReadingOptions />}>
      <Form
        {...form.attributes}
        errorAction={form.issues.form && isFrozen(form.issues.form) ? newPassword : undefined}
        onSubmit={() => void submit()}
      >
        <TextInput label={t('login.username')} autoComplete="username" maxLength={64} {...form.input('username')} />
        <PasswordInput label={t('login.password')} autoComplete="current-password" {...form.input('password')} />
        {asksCode && <FactorInput {...form.input('code')} recovery />}
        <TextLink to="/forgetPassword">{t('login.forgot')}</TextLink>
        <Button type="submit" busy={isLoading}>
          {t('login.submit')}
        </Button>
        <PasskeyButton onMember={go} onRefused={form.refuse} />
        <p className={styles.newHere}>
          {t('login.newHere')} <Link to="/signup">{t('login.register')}</Link>
        </p>
      </Form>
    </EntryScreen>
  );
}

/** The owner stopped the account by the link of a mail. */
const isFrozen = (source: ErrorSource): boolean =>
  typeof source === 'object' &&
  'kind' in source &&
  source.kind === 'problem' &&
  source.problem.code === 'auth.account_frozen';
