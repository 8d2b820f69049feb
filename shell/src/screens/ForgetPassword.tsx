import { codePattern, type ErrorCode, isEmail, normalizeEmail, seenText } from '@trellis/api-contract';
import { Button, EntryScreen } from '@trellis/kit';
import { CodeInput, Form, TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { accessApi } from '../signup/accessApi.ts';
import { CodeHint } from '../signup/CodeHint.tsx';
import { SendCodeButton } from '../signup/SendCodeButton.tsx';
import { useEmailCode } from '../signup/useEmailCode.ts';
import { EntryFoot } from './EntryFoot.tsx';

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
  const navigate = useNavigate();
  const form = useForm(fields, fieldOfCode, (value) => ({
    email: !isEmail(value('email')) && 'member.email_format',
    code: !codePattern.test(value('code')) && (value('code') === '' ? 'field.required' : 'code.invalid_or_expired'),
  }));
  const email = normalizeEmail(seenText(form.value('email')));
  const [verify, { isLoading }] = accessApi.useVerifyEmailCodeMutation();
  const code = useEmailCode(
    email,
    (error) => (error === 'member.email_format' ? form.check(['email']) : form.refuse(error)),
    () => form.set('code', ''),
    'resetPassword',
  );

  const submit = async () => {
    if (isLoading || !form.check()) return;
    const { data, error } = await verify({ purpose: 'resetPassword', email, code: form.value('code') });
    if (error) form.refuse(error);
    else await navigate(`/setPassword/${data.ticket}`, { replace: true });
  };

  return (
    <EntryScreen title={shell('forgot.title')} text={t('forgot.text')} back="/login" foot={<EntryFoot />}>
      <Form {...form.attributes} onSubmit={() => void submit()}>
        <TextInput
          label={shell('signup.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          {...form.input('email')}
          onChange={(entry) => form.set('email', entry.trim())}
        />
        <CodeInput
          label={shell('signup.emailCode')}
          {...form.input('code')}
          hint={<CodeHint code={code} />}
          end={<SendCodeButton code={code} />}
        />
        <Button type="submit" busy={isLoading}>
          {t('forgot.submit')}
        </Button>
      </Form>
    </EntryScreen>
  );
}
