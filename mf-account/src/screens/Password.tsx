import { passwordLength } from '@trellis/api-contract';
import { Button, Hint, LinkButton, Screen, SkeletonCard, useDates } from '@trellis/kit';
import { Closing, Done, FactorInput, Form, PasswordInput } from '@trellis/kit/form';
import { Loaded, useForm, useSession } from '@trellis/shell-sdk';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';

/** `/account/password`: a new password after the old one. */
export function Component() {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const { member } = useSession();
  const formId = useId();
  const security = accountApi.useGetSecurityQuery({});
  const form = useForm(['oldPassword', 'password', 'passwordAgain', 'code'], {
    'member.old_password_incorrect': 'oldPassword',
    'member.password_weak': 'password',
    'member.entries_differ': 'passwordAgain',
    'twofactor.incorrect': 'code',
  });
  const [change, { isLoading }] = accountApi.useChangePasswordMutation();
  const [lockedUntil, setLockedUntil] = useState<string>();
  const asksCode = security.data?.actions.changePassword.factor === 'google';
  const title = t('password.title');
  if (lockedUntil !== undefined)
    return (
      <Screen title={title} dock={<LinkButton to="/account">{t('home.back')}</LinkButton>}>
        <Done title={t('password.done')} text={t('security.locked', { until: dateTime(lockedUntil) })} />
        <Closing to="/account" />
      </Screen>
    );
  const submit = async () => {
    const [oldPassword, password, passwordAgain] = [
      form.value('oldPassword'),
      form.value('password'),
      form.value('passwordAgain'),
    ];
    const code = form.value('code');
    const { minimum, maximum } = passwordLength;
    const ready = form.check({
      oldPassword: oldPassword === '' && 'field.required',
      password: (password.length < minimum || password.length > maximum) && 'member.password_weak',
      passwordAgain: passwordAgain !== password && 'member.entries_differ',
      code: asksCode && code === '' && 'field.required',
    });
    if (!ready || isLoading) return;
    const { data, error } = await change({ oldPassword, password, passwordAgain, ...(asksCode && { code }) });
    if (error) form.refuse(error);
    else setLockedUntil(data.lockedUntil);
  };
  return (
    <Screen
      title={title}
      back="/account"
      dock={
        <Button type="submit" form={formId} busy={isLoading}>
          {t('password.submit')}
        </Button>
      }
    >
      <Loaded query={security} waiting={<SkeletonCard />}>
        {() => (
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
            <Hint>{t('password.consequence')}</Hint>
          </Form>
        )}
      </Loaded>
    </Screen>
  );
}
