import type { ErrorCode } from '@trellis/api-contract';
import { Button, EntryScreen, LinkButton, Notice, TextLink } from '@trellis/kit';
import { FactorInput, Form, PasswordInput, TextInput } from '@trellis/kit/form';
import {
  type CallError,
  type ErrorSource,
  type FormIssues,
  failureOf,
  issuesOf,
  type SessionMember,
  useErrorText,
} from '@trellis/shell-sdk';
import { enterSession, followProfile } from '@trellis/shell-sdk/host';
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
  const errorText = useErrorText();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  /** The password was right, and Google Authenticator is bound. */
  const [asksCode, setAsksCode] = useState(false);
  const [issues, setIssues] = useState<FormIssues<LoginField>>({ fields: {} });
  const [logIn, { isLoading }] = accessApi.useLogInMutation();
  const text = (source: ErrorSource | undefined) => source && errorText(source);

  const refuse = (error: CallError) => setIssues(issuesOf(error, fields, fieldOfCode));
  // The layout leads on from here, to the page that asked for the log-in.
  const go = (member: SessionMember) => {
    enterSession(member);
    followProfile(member.language).catch(() => undefined);
  };
  const submit = async () => {
    if (isLoading) return;
    const missing: Partial<Record<LoginField, ErrorCode>> = {};
    if (username.trim() === '') missing.username = 'field.required';
    if (password === '') missing.password = 'field.required';
    if (asksCode && code === '') missing.code = 'field.required';
    setIssues({ fields: missing });
    if (Object.keys(missing).length > 0) return;
    const { data, error } = await logIn({ username: username.trim(), password, ...(asksCode && { code }) });
    if (error) {
      const failure = failureOf(error);
      if (failure.kind === 'problem' && failure.problem.code === 'auth.second_factor_required') {
        setAsksCode(true);
        // Named under the field, so that focus and readers are led there.
        setIssues({ fields: { code: 'auth.second_factor_required' } });
        return;
      }
      refuse(error);
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
      <Form onSubmit={() => void submit()} issues={issues}>
        {issues.form && (
          <Notice tone="negative" urgent {...(isFrozen(issues.form) && { action: newPassword })}>
            {text(issues.form)}
          </Notice>
        )}
        <TextInput
          label={t('login.username')}
          autoComplete="username"
          maxLength={64}
          value={username}
          onChange={setUsername}
          error={text(issues.fields.username)}
        />
        <PasswordInput
          label={t('login.password')}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={text(issues.fields.password)}
        />
        {asksCode && <FactorInput value={code} onChange={setCode} error={text(issues.fields.code)} recovery />}
        <TextLink to="/forgetPassword">{t('login.forgot')}</TextLink>
        <Button type="submit" busy={isLoading}>
          {t('login.submit')}
        </Button>
        <PasskeyButton onMember={go} onRefused={refuse} />
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
