import { hasPasswordLength, isSamePassword } from '@trellis/api-contract';
import { Button, Hint, SkeletonCard, useDates } from '@trellis/kit';
import { FactorInput, Form, PasswordInput } from '@trellis/kit/form';
import { Loaded, useForm, useSession } from '@trellis/shell-sdk';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { ActiveOnly } from '../security/ActiveOnly.tsx';
import { DoneScreen } from '../security/DoneScreen.tsx';
import { SecurityScreen } from '../security/SecurityScreen.tsx';

/** `/account/password`: a new password after the old one. */
export function Component() {
  const { t } = useTranslation('account');
  return (
    <ActiveOnly title={t('password.title')}>
      <ChangePassword />
    </ActiveOnly>
  );
}

function ChangePassword() {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const { member } = useSession();
  const formId = useId();
  const security = accountApi.useGetSecurityQuery({});
  const asksCode = security.data?.actions.changePassword.factor === 'google';
  const form = useForm(
    ['oldPassword', 'password', 'passwordAgain', 'code'],
    {
      'member.old_password_incorrect': 'oldPassword',
      'member.password_weak': 'password',
      'member.entries_differ': 'passwordAgain',
      'twofactor.incorrect': 'code',
    },
    (value) => ({
      oldPassword: value('oldPassword') === '' && 'field.required',
      password: !hasPasswordLength(value('password')) && 'member.password_weak',
      passwordAgain:
        (value('passwordAgain') === '' && 'field.required') ||
        (!isSamePassword(value('passwordAgain'), value('password')) && 'member.entries_differ'),
      code: asksCode && value('code') === '' && 'field.required',
    }),
  );
  const [change, { isLoading }] = accountApi.useChangePasswordMutation();
  const [lockedUntil, setLockedUntil] = useState<string>();
  const title = t('password.title');
  if (lockedUntil !== undefined)
    return (
      <DoneScreen
        title={title}
        done={t('password.done')}
        text={t('security.locked', { until: dateTime(lockedUntil) })}
        onwards={t('home.back')}
        to="/account"
      />
    );
  const submit = async () => {
    const [oldPassword, password, passwordAgain] = [
      form.value('oldPassword'),
      form.value('password'),
      form.value('passwordAgain'),
    ];
    const code = form.value('code');
    if (!form.check() || isLoading) return;
    const { data, error } = await change({ oldPassword, password, passwordAgain, ...(asksCode && { code }) });
    if (error) form.refuse(error);
    else setLockedUntil(data.lockedUntil);
  };
  return (
    <SecurityScreen
      title={title}
      dock={
        <Button type="submit" form={formId} busy={isLoading}>
          {t('password.submit')}
        </Button>
      }
    >
      <Loaded query={security} waiting={<SkeletonCard />}>
        {({ lockHours }) => (
          <Form id={formId} {...form.attributes} onSubmit={() => void submit()}>
            <PasswordInput label={t('password.old')} autoComplete="current-password" {...form.input('oldPassword')} />
            <PasswordInput
              label={t('password.new')}
              autoComplete="new-password"
              strengthAgainst={member ? [member.username] : []}
              hint={t('password.hint')}
              {...form.input('password')}
            />
            <PasswordInput label={t('password.again')} autoComplete="new-password" {...form.input('passwordAgain')} />
            {asksCode && <FactorInput recovery {...form.input('code')} />}
            <Hint>{t('password.consequence', { count: lockHours.password_changed })}</Hint>
          </Form>
        )}
      </Loaded>
    </SecurityScreen>
  );
}
