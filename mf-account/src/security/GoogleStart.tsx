import { codePattern, type Output } from '@trellis/api-contract';
import { Button, Card, Hint } from '@trellis/kit';
import { Form, PasswordInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { MailedCode } from '@trellis/shell-sdk/flow';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';

export type StartedBinding = Output<'startGoogleBinding'>;

/** First step: password and mailbox, so that neither alone can bind an outsider's phone. */
export function GoogleStart({ onStarted }: { onStarted: (binding: StartedBinding) => void }) {
  const { t } = useTranslation('account');
  const form = useForm(
    ['password', 'emailCode'],
    {
      'auth.password_incorrect': 'password',
      'code.incorrect': 'emailCode',
      'code.invalid_or_expired': 'emailCode',
    },
    (value) => {
      const emailCode = value('emailCode');
      return {
        password: value('password') === '' && 'field.required',
        emailCode: !codePattern.test(emailCode) && (emailCode === '' ? 'field.required' : 'code.invalid_or_expired'),
      };
    },
  );
  const [start, { isLoading }] = accountApi.useStartGoogleBindingMutation();
  const submit = async () => {
    const [password, emailCode] = [form.value('password'), form.value('emailCode')];
    if (!form.check() || isLoading) return;
    const { data, error } = await start({ password, emailCode });
    if (error) form.refuse(error);
    else onStarted(data);
  };
  return (
    <Card title={t('google.startTitle')}>
      <Hint>{t('google.startText')}</Hint>
      <Form {...form.attributes} onSubmit={() => void submit()}>
        <PasswordInput label={t('google.password')} autoComplete="current-password" {...form.input('password')} />
        <MailedCode
          purpose="bindGoogle"
          label={t('google.emailCode')}
          onRefused={form.refuse}
          {...form.input('emailCode')}
        />
        <Button type="submit" busy={isLoading}>
          {t('google.continue')}
        </Button>
      </Form>
    </Card>
  );
}
