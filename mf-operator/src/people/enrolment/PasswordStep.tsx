import { hasPasswordLength, isSamePassword, type OutputOf } from '@trellis/api-contract';
import { Button } from '@trellis/kit';
import { Form, PasswordInput, TextInput } from '@trellis/kit/form';
import { failureOf, useForm } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { isLinkUsed } from './isLinkUsed.ts';

interface PasswordStepProps {
  readonly token: string;
  readonly onOpened: (enrolment: OutputOf<'operator', 'openEnrolment'>) => void;
  readonly onLinkUsed: () => void;
}

/** First: a password of one's own, typed twice. */
export function PasswordStep({ token, onOpened, onLinkUsed }: PasswordStepProps) {
  const { t } = useTranslation('operator');
  const [asksWord, setAsksWord] = useState(false);
  const codes = { 'member.password_weak': 'password', 'code.incorrect': 'word' } as const;
  const form = useForm(['word', 'password', 'again'], codes, (value) => ({
    word: asksWord && value('word').trim() === '' && 'field.required',
    password: !hasPasswordLength(value('password')) && 'member.password_weak',
    again: !isSamePassword(value('again'), value('password')) && 'member.entries_differ',
  }));
  const [open, { isLoading }] = operatorApi.useOpenEnrolmentMutation();
  const submit = async () => {
    if (isLoading || !form.check()) return;
    const word = form.value('word').trim();
    const { data, error } = await open({ token, password: form.value('password'), ...(asksWord && { word }) });
    if (data) onOpened(data);
    else if (isLinkUsed(error)) onLinkUsed();
    else {
      // Two admins made the link: the server asks for what one of them has.
      const failure = failureOf(error);
      if (failure.kind === 'problem' && failure.problem.fields?.some(({ path }) => path === 'word')) setAsksWord(true);
      form.refuse(error);
    }
  };
  return (
    <Form {...form.attributes} onSubmit={() => void submit()}>
      {asksWord && (
        <TextInput label={t('enrol.word')} hint={t('enrol.wordHint')} autoComplete="off" {...form.input('word')} />
      )}
      <PasswordInput
        label={t('enrol.password')}
        hint={t('enrol.rule')}
        autoComplete="new-password"
        strengthAgainst={[]}
        {...form.input('password')}
      />
      <PasswordInput label={t('enrol.again')} autoComplete="new-password" {...form.input('again')} />
      <Button type="submit" busy={isLoading}>
        {t('enrol.next')}
      </Button>
    </Form>
  );
}
