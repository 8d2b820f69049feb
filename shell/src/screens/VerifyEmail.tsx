import { codePattern, type ErrorCode, normalizeEmail } from '@trellis/api-contract';
import { Button, Code, EntryScreen, LinkButton } from '@trellis/kit';
import { CodeInput, Form } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { accessApi } from '../signup/accessApi.ts';
import { CodeHint } from '../signup/CodeHint.tsx';
import { keep, recall, type SignupDraft } from '../signup/draft.ts';
import { mailLink } from '../signup/mailLink.ts';
import { SendCodeButton } from '../signup/SendCodeButton.tsx';
import { stepAddress } from '../signup/steps.ts';
import { useEmailCode } from '../signup/useEmailCode.ts';
import { EntryFoot } from './EntryFoot.tsx';

const fields = ['code'] as const;
type CodeField = (typeof fields)[number];
const fieldOfCode: Readonly<Partial<Record<ErrorCode, CodeField>>> = {
  'code.incorrect': 'code',
  'code.invalid_or_expired': 'code',
};

export function Component() {
  const { t } = useTranslation('shell');
  const email = normalizeEmail(mailLink()?.email ?? recall('draft')?.email ?? '');
  return (
    <EntryScreen title={t('verify.title')} back={stepAddress(recall('invited') ?? {}, 1)} foot={<EntryFoot />}>
      {email === '' ? (
        <>
          <h2>{t('verify.noAddress')}</h2>
          <p>{t('verify.noAddressText')}</p>
          <LinkButton to="/signup">{t('verify.toSignup')}</LinkButton>
        </>
      ) : (
        <CodeForm email={email} />
      )}
    </EntryScreen>
  );
}

function CodeForm({ email }: { email: string }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const formId = useId();
  const form = useForm(
    fields,
    fieldOfCode,
    (value) => ({
      code: !codePattern.test(value('code')) && (value('code') === '' ? 'field.required' : 'code.invalid_or_expired'),
    }),
    { code: mailLink()?.code ?? '' },
  );
  const [verify, { isLoading }] = accessApi.useVerifyEmailCodeMutation();
  const code = useEmailCode(
    email,
    (error) => (typeof error === 'string' ? form.show({ fields: {}, form: error }) : form.refuse(error)),
    () => form.set('code', ''),
  );

  const submit = async () => {
    if (isLoading || !form.check()) return;
    const { data, error } = await verify({ purpose: 'register', email, code: form.value('code') });
    if (error) {
      form.refuse(error);
      return;
    }
    keep('verified', { email, ...data });
    // Opened from the mail, this tab may know nothing of the form yet.
    const draft: SignupDraft = {
      username: '',
      invitationCode: '',
      side: '',
      termsAccepted: false,
      ...recall('draft'),
      email,
    };
    keep('draft', draft);
    // The page after the one that led here, whose entries are proven now.
    await navigate(stepAddress(recall('invited') ?? {}, 2), { replace: true });
  };

  return (
    <Form id={formId} {...form.attributes} onSubmit={() => void submit()}>
      <p>
        {t('verify.sentTo')}{' '}
        <strong>
          <Code>{email}</Code>
        </strong>
      </p>
      <CodeInput
        label={t('signup.emailCode')}
        {...form.input('code')}
        hint={<CodeHint code={code} />}
        end={<SendCodeButton code={code} />}
      />
      <Button type="submit" busy={isLoading}>
        {t('verify.submit')}
      </Button>
    </Form>
  );
}
