import { codePattern, isEmail, normalizeEmail, seenText } from '@trellis/api-contract';
import { Button, Card, Empty, Hint, LinkButton, SkeletonCard, useDates } from '@trellis/kit';
import { FactorInput, Form, TextInput } from '@trellis/kit/form';
import { Loaded, useErrorText, useForm } from '@trellis/shell-sdk';
import { MailedCode, useDraft } from '@trellis/shell-sdk/flow';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { shieldIcon } from '../icons.ts';
import { ActiveOnly } from '../security/ActiveOnly.tsx';
import { DoneScreen } from '../security/DoneScreen.tsx';
import { SecurityScreen } from '../security/SecurityScreen.tsx';

/** `/account/email`: another address, proven in both mailboxes. */
export function Component() {
  const { t } = useTranslation('account');
  return (
    <ActiveOnly title={t('email.title')}>
      <ChangeEmail />
    </ActiveOnly>
  );
}

function ChangeEmail() {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const security = accountApi.useGetSecurityQuery({});
  const title = t('email.title');
  return (
    <Loaded
      query={security}
      waiting={
        <SecurityScreen title={title}>
          <SkeletonCard />
        </SecurityScreen>
      }
    >
      {({ actions, lockHours }) =>
        actions.changeEmail.bindFirst ? (
          <SecurityScreen title={title}>
            <Card>
              <Empty icon={shieldIcon} text={errorText('twofactor.required')} />
              <LinkButton to="/account/googleAuth?next=%2Faccount%2Femail">{t('email.bind')}</LinkButton>
            </Card>
          </SecurityScreen>
        ) : (
          <EmailForm asksCode={actions.changeEmail.factor === 'google'} lockHours={lockHours.email_changed} />
        )
      }
    </Loaded>
  );
}

function EmailForm({ asksCode, lockHours }: { asksCode: boolean; lockHours: number }) {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const formId = useId();
  const draft = useDraft('email.new');
  const form = useForm(
    ['email', 'oldEmailCode', 'newEmailCode', 'code'],
    { 'member.email_taken': 'email', 'twofactor.incorrect': 'code' },
    (value) => ({
      email: !isEmail(value('email')) && 'member.email_format',
      oldEmailCode: !codePattern.test(value('oldEmailCode')) && 'code.invalid_or_expired',
      newEmailCode: !codePattern.test(value('newEmailCode')) && 'code.invalid_or_expired',
      code: asksCode && value('code') === '' && 'field.required',
    }),
    undefined,
    { email: draft },
  );
  const email = normalizeEmail(seenText(form.value('email')));
  const [change, { isLoading }] = accountApi.useChangeEmailMutation();
  const [done, setDone] = useState<{ email: string; lockedUntil: string }>();
  const title = t('email.title');
  if (done)
    return (
      <DoneScreen
        title={title}
        text={t('security.locked', { until: dateTime(done.lockedUntil) })}
        onwards={t('home.back')}
        to="/account"
      />
    );
  const submit = async () => {
    const [oldEmailCode, newEmailCode, code] = [
      form.value('oldEmailCode'),
      form.value('newEmailCode'),
      form.value('code'),
    ];
    if (!form.check() || isLoading) return;
    const { data, error } = await change({ email, oldEmailCode, newEmailCode, ...(asksCode && { code }) });
    if (error) {
      form.refuse(error);
      return;
    }
    form.set('email', '');
    setDone(data);
  };
  return (
    <SecurityScreen
      title={title}
      dock={
        <Button type="submit" form={formId} busy={isLoading}>
          {t('email.submit')}
        </Button>
      }
    >
      <Form id={formId} {...form.attributes} onSubmit={() => void submit()}>
        <MailedCode
          purpose="changeEmail"
          label={t('email.oldCode')}
          hint={t('email.oldCodeHint')}
          onRefused={form.refuse}
          {...form.input('oldEmailCode')}
        />
        <TextInput
          label={t('email.new')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          {...form.input('email')}
        />
        <MailedCode
          label={t('email.newCode')}
          hint={t('email.newCodeHint')}
          purpose="newEmail"
          email={email}
          onRefused={form.refuse}
          disabled={!isEmail(email)}
          {...form.input('newEmailCode')}
        />
        {asksCode && <FactorInput {...form.input('code')} />}
        <Hint>{t('email.consequence', { count: lockHours })}</Hint>
      </Form>
    </SecurityScreen>
  );
}
