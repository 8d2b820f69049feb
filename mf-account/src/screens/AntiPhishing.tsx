import { antiPhishingPattern } from '@trellis/api-contract';
import { Button, Hint, Notice, SkeletonCard, useToast } from '@trellis/kit';
import { Form, PasswordInput, TextInput } from '@trellis/kit/form';
import { Loaded, useForm } from '@trellis/shell-sdk';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { ActiveOnly } from '../security/ActiveOnly.tsx';
import { SecurityScreen } from '../security/SecurityScreen.tsx';

/** `/account/antiPhishing`: a word of the member's own that stands in each mail to them. */
export function Component() {
  const { t } = useTranslation('account');
  return (
    <ActiveOnly title={t('phishing.title')}>
      <ChangeWord />
    </ActiveOnly>
  );
}

function ChangeWord() {
  const { t } = useTranslation('account');
  const toast = useToast();
  const formId = useId();
  const security = accountApi.useGetSecurityQuery({});
  const form = useForm(['antiPhishingCode', 'password'], { 'auth.password_incorrect': 'password' }, (value) => {
    const word = value('antiPhishingCode').trim();
    return {
      antiPhishingCode: !antiPhishingPattern.test(word) && (word === '' ? 'field.required' : 'field.format'),
      password: value('password') === '' && 'field.required',
    };
  });
  const [save, { isLoading }] = accountApi.useSetAntiPhishingCodeMutation();
  const submit = async () => {
    const [word, password] = [form.value('antiPhishingCode').trim(), form.value('password')];
    if (!form.check() || isLoading) return;
    const { error } = await save({ antiPhishingCode: word, password });
    if (error) form.refuse(error);
    else toast(t('security.done'));
  };
  return (
    <SecurityScreen
      title={t('phishing.title')}
      dock={
        <Button type="submit" form={formId} busy={isLoading}>
          {t('phishing.submit')}
        </Button>
      }
    >
      <Hint>{t('phishing.text')}</Hint>
      <Loaded query={security} waiting={<SkeletonCard />}>
        {({ antiPhishingCode }) => (
          <Form id={formId} {...form.attributes} onSubmit={() => void submit()}>
            {antiPhishingCode !== null && (
              <Notice tone="primary">{t('phishing.now', { word: antiPhishingCode })}</Notice>
            )}
            <TextInput
              label={t('phishing.word')}
              hint={t('phishing.hint')}
              maxLength={20}
              {...form.input('antiPhishingCode')}
            />
            <PasswordInput label={t('google.password')} autoComplete="current-password" {...form.input('password')} />
          </Form>
        )}
      </Loaded>
    </SecurityScreen>
  );
}
