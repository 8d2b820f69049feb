import type { Output } from '@trellis/api-contract';
import { Button, Card, Hint, Sheet, Summary, useDates, useToast } from '@trellis/kit';
import { FactorInput, Form, PasswordInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';

/** The authenticator is bound: since when, how many recovery codes are left, and the way to switch it off. */
export function GoogleBound({ google }: { google: Output<'getSecurity'>['google'] }) {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const [asking, setAsking] = useState(false);
  return (
    <Card title={t('google.boundTitle')}>
      <Hint>{t('google.boundText')}</Hint>
      <Summary
        rows={[
          { label: t('google.since'), value: google.boundAt === null ? '' : dateTime(google.boundAt) },
          { label: t('google.recoveryLeft'), value: String(google.recoveryCodesLeft) },
        ]}
      />
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t('google.switchOff')}
      </Button>
      {asking && <SwitchOff onClose={() => setAsking(false)} />}
    </Card>
  );
}

function SwitchOff({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const formId = useId();
  const form = useForm(['password', 'code'], {
    'auth.password_incorrect': 'password',
    'twofactor.incorrect': 'code',
  });
  const [unbind, { isLoading }] = accountApi.useUnbindGoogleMutation();
  const submit = async () => {
    const [password, code] = [form.value('password'), form.value('code')];
    const ready = form.check({
      password: password === '' && 'field.required',
      code: code === '' && 'field.required',
    });
    if (!ready || isLoading) return;
    const { error } = await unbind({ password, code });
    if (error) {
      form.refuse(error);
      return;
    }
    toast(t('security.done'));
    onClose();
  };
  return (
    <Sheet title={t('google.offTitle')} dismissible={!isLoading} onClose={onClose}>
      <Hint>{t('google.offText')}</Hint>
      <Form id={formId} {...form.attributes} onSubmit={() => void submit()}>
        <PasswordInput label={t('google.password')} autoComplete="current-password" {...form.input('password')} />
        <FactorInput recovery {...form.input('code')} />
        <Button type="submit" kind="danger" busy={isLoading}>
          {t('google.switchOff')}
        </Button>
      </Form>
    </Sheet>
  );
}
