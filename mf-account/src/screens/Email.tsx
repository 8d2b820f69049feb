import { codePattern, emailPattern } from '@trellis/api-contract';
import { Button, Card, Empty, Hint, LinkButton, Screen, SkeletonCard, useDates } from '@trellis/kit';
import { Closing, Done, FactorInput, Form, TextInput } from '@trellis/kit/form';
import { Loaded, useErrorText, useForm } from '@trellis/shell-sdk';
import { MailedCode } from '@trellis/shell-sdk/flow';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { shieldIcon } from '../icons.ts';

/** `/account/email`: another address, proven in both mailboxes. */
export function Component() {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const security = accountApi.useGetSecurityQuery({});
  const title = t('email.title');
  return (
    <Loaded
      query={security}
      waiting={
        <Screen title={title} back="/account">
          <SkeletonCard />
        </Screen>
      }
    >
      {({ actions }) =>
        actions.changeEmail.bindFirst ? (
          <Screen title={title} back="/account">
            <Card>
              <Empty icon={shieldIcon} text={errorText('twofactor.required')} />
              <LinkButton to="/account/googleAuth?next=%2Faccount%2Femail">{t('email.bind')}</LinkButton>
            </Card>
          </Screen>
        ) : (
          <EmailForm asksCode={actions.changeEmail.factor === 'google'} />
        )
      }
    </Loaded>
  );
}

function EmailForm({ asksCode }: { asksCode: boolean }) {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const formId = useId();
  const form = useForm(['email', 'oldEmailCode', 'newEmailCode', 'code'], {
    'member.email_taken': 'email',
    'twofactor.incorrect': 'code',
  });
  const email = form.value('email').trim();
  const [change, { isLoading }] = accountApi.useChangeEmailMutation();
  const [done, setDone] = useState<{ email: string; lockedUntil: string }>();
  const title = t('email.title');
  if (done)
    return (
      <Screen title={title} dock={<LinkButton to="/account">{t('home.back')}</LinkButton>}>
        <Done title={t('security.done')} text={t('security.locked', { until: dateTime(done.lockedUntil) })} />
        <Closing to="/account" />
      </Screen>
    );
  const submit = async () => {
    const [oldEmailCode, newEmailCode, code] = [
      form.value('oldEmailCode'),
      form.value('newEmailCode'),
      form.value('code'),
    ];
    const ready = form.check({
      email: !emailPattern.test(email) && 'member.email_format',
      oldEmailCode: !codePattern.test(oldEmailCode) && 'code.invalid_or_expired',
      newEmailCode: !codePattern.test(newEmailCode) && 'code.invalid_or_expired',
      code: asksCode && code === '' && 'field.required',
    });
    if (!ready || isLoading) return;
    const { data, error } = await change({ email, oldEmailCode, newEmailCode, ...(asksCode && { code }) });
    if (error) form.refuse(error);
    else setDone(data);
  };
  return (
    <Screen
      title={title}
      back="/account"
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
          purpose="newEmail"
          email={email}
          onRefused={form.refuse}
          disabled={!emailPattern.test(email)}
          {...form.input('newEmailCode')}
        />
        {asksCode && <FactorInput {...form.input('code')} />}
        <Hint>{t('email.consequence')}</Hint>
      </Form>
    </Screen>
  );
}
