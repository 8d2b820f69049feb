import { codePattern } from '@trellis/api-contract';
import { Button, EntryScreen, ShellPartsContext } from '@trellis/kit';
import { CodeInput, Form, PasswordInput, TextInput } from '@trellis/kit/form';
import { enterSession, failureOf, SessionOver, useForm } from '@trellis/shell-sdk';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';

/** `/login`: name, password and code at once; one answer for whatever of it is wrong. */
export function Component() {
  const { t } = useTranslation('operator');
  const { language } = useContext(ShellPartsContext);
  const form = useForm(['name', 'password', 'code'], {}, (value) => ({
    name: value('name').trim() === '' && 'field.required',
    password: value('password') === '' && 'field.required',
    code: !codePattern.test(value('code')) && (value('code') === '' ? 'field.required' : 'field.format'),
  }));
  const [refused, setRefused] = useState(false);
  const [logIn, { isLoading }] = operatorApi.useLogInMutation();
  const submit = async () => {
    if (isLoading) return;
    const [name, password, code] = [form.value('name').trim(), form.value('password'), form.value('code')];
    setRefused(false);
    if (!form.check()) return;
    const { data, error } = await logIn({ name, password, code });
    // The layout leads on from here, to the page that asked for the log-in.
    if (data) enterSession(data.operator);
    else if (isRefusal(error)) {
      // Whatever was wrong, the code may be used up.
      form.set('code', '');
      setRefused(true);
    } else form.refuse(error);
  };
  return (
    <EntryScreen title={t('logIn.title')} foot={language}>
      <SessionOver />
      <Form
        {...form.attributes}
        error={refused ? t('logIn.refused') : form.attributes.error}
        onSubmit={() => void submit()}
      >
        <TextInput label={t('logIn.name')} autoComplete="username" maxLength={64} {...form.input('name')} />
        <PasswordInput label={t('logIn.password')} autoComplete="current-password" {...form.input('password')} />
        <CodeInput label={t('logIn.code')} {...form.input('code')} />
        <Button type="submit" busy={isLoading}>
          {t('logIn.submit')}
        </Button>
      </Form>
    </EntryScreen>
  );
}

function isRefusal(error: Parameters<typeof failureOf>[0]): boolean {
  const failure = failureOf(error);
  return failure.kind === 'problem' && failure.problem.code === 'auth.credentials_invalid';
}
