import { codePattern, type ErrorCode, emailPattern } from '@trellis/api-contract';
import { Button, Hint, Notice, Screen } from '@trellis/kit';
import { CodeInput, Form, TextInput } from '@trellis/kit/form';
import { type ErrorSource, type FormIssues, issuesOf, useErrorText } from '@trellis/shell-sdk';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { accessApi } from '../signup/accessApi.ts';
import { CodeHint } from '../signup/CodeHint.tsx';
import { SendCodeButton } from '../signup/SendCodeButton.tsx';
import { useEmailCode } from '../signup/useEmailCode.ts';

const fields = ['email', 'code'] as const;
type ForgotField = (typeof fields)[number];
const fieldOfCode: Readonly<Partial<Record<ErrorCode, ForgotField>>> = {
  'member.email_format': 'email',
  'code.incorrect': 'code',
  'code.invalid_or_expired': 'code',
};

/** `/forgetPassword`: proves the mailbox; what it is traded for opens `/setPassword/{ticket}` in this browser only. */
export function Component() {
  const { t } = useTranslation('access');
  const { t: shell } = useTranslation('shell');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const formId = useId();
  const [email, setEmail] = useState('');
  const [value, setValue] = useState('');
  const [issues, setIssues] = useState<FormIssues<ForgotField>>({ fields: {} });
  const [verify, { isLoading }] = accessApi.useVerifyEmailCodeMutation();
  const refuse = (error: Parameters<typeof issuesOf>[0]) => setIssues(issuesOf(error, fields, fieldOfCode));
  const code = useEmailCode(
    email,
    (error) => (typeof error === 'string' ? setIssues({ fields: { email: error } }) : refuse(error)),
    'resetPassword',
  );
  const text = (source: ErrorSource | undefined) => source && errorText(source);

  const submit = async () => {
    if (isLoading) return;
    const wrong: Partial<Record<ForgotField, ErrorCode>> = {};
    if (!emailPattern.test(email)) wrong.email = 'member.email_format';
    if (!codePattern.test(value)) wrong.code = value === '' ? 'field.required' : 'code.invalid_or_expired';
    setIssues({ fields: wrong });
    if (Object.keys(wrong).length > 0) return;
    const { data, error } = await verify({ purpose: 'resetPassword', email, code: value });
    if (error) refuse(error);
    else await navigate(`/setPassword/${data.ticket}`, { replace: true });
  };

  return (
    <Screen
      title={shell('forgot.title')}
      back="/login"
      dock={
        <Button type="submit" form={formId} busy={isLoading}>
          {t('forgot.submit')}
        </Button>
      }
    >
      <Form id={formId} onSubmit={() => void submit()} issues={issues}>
        <Hint>{t('forgot.text')}</Hint>
        {issues.form && (
          <Notice tone="negative" urgent>
            {text(issues.form)}
          </Notice>
        )}
        <TextInput
          label={shell('signup.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={(entry) => setEmail(entry.trim())}
          error={text(issues.fields.email)}
        />
        <CodeInput
          label={shell('signup.emailCode')}
          value={value}
          onChange={setValue}
          hint={<CodeHint code={code} />}
          error={text(issues.fields.code)}
          end={<SendCodeButton code={code} />}
        />
      </Form>
    </Screen>
  );
}
