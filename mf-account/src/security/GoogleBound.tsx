import type { Output } from '@trellis/api-contract';
import { Button, Card, Hint, Sheet, Summary, useDates } from '@trellis/kit';
import { FactorInput, Form, PasswordInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';

interface GoogleBoundProps {
  readonly google: Output<'getSecurity'>['google'];
  /** How long the ways out would be locked. */
  readonly lockHours: number;
  /** Switched off: until when the ways out are locked. */
  readonly onOff: (lockedUntil: string) => void;
}

/** The authenticator is bound: since when, how many recovery codes are left, and the way to switch it off. */
export function GoogleBound({ google, lockHours, onOff }: GoogleBoundProps) {
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
      {asking && <SwitchOff lockHours={lockHours} onOff={onOff} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function SwitchOff({
  lockHours,
  onOff,
  onClose,
}: Pick<GoogleBoundProps, 'lockHours' | 'onOff'> & { onClose: () => void }) {
  const { t } = useTranslation('account');
  const formId = useId();
  const form = useForm(
    ['password', 'code'],
    { 'auth.password_incorrect': 'password', 'twofactor.incorrect': 'code' },
    (value) => ({
      password: value('password') === '' && 'field.required',
      code: value('code') === '' && 'field.required',
    }),
  );
  const [unbind, { isLoading }] = accountApi.useUnbindGoogleMutation();
  const submit = async () => {
    const [password, code] = [form.value('password'), form.value('code')];
    if (!form.check() || isLoading) return;
    const { data, error } = await unbind({ password, code });
    if (error) form.refuse(error);
    else onOff(data.lockedUntil);
  };
  return (
    <Sheet title={t('google.offTitle')} dismissible={!isLoading} onClose={onClose}>
      <Hint>{t('google.offText', { count: lockHours })}</Hint>
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
