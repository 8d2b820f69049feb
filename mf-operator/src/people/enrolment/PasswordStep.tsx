import { hasPasswordLength, isSamePassword, type OutputOf } from '@trellis/api-contract';
import { Button } from '@trellis/kit';
import { Form, PasswordInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
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
  const form = useForm(['password', 'again'], { 'member.password_weak': 'password' }, (value) => ({
    password: !hasPasswordLength(value('password')) && 'member.password_weak',
    again: !isSamePassword(value('again'), value('password')) && 'member.entries_differ',
  }));
  const [open, { isLoading }] = operatorApi.useOpenEnrolmentMutation();
  const submit = async () => {
    if (isLoading || !form.check()) return;
    const { data, error } = await open({ token, password: form.value('password') });
    if (data) onOpened(data);
    else if (isLinkUsed(error)) onLinkUsed();
    else form.refuse(error);
  };
  return (
    <Form {...form.attributes} onSubmit={() => void submit()}>
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
