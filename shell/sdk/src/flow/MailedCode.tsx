import { type Input, memberContract } from '@trellis/api-contract';
import { useToast } from '@trellis/kit';
import { CodeInput, InputButton, useCountdown } from '@trellis/kit/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallError } from '../api/failure.ts';
import { injectContract } from '../api/injectContract.ts';

const { useSendActionCodeMutation } = injectContract(memberContract, ['sendActionCode']);

export interface MailedCodeProps {
  /** What the code is for; it is good for nothing else. */
  readonly purpose: Input<'sendActionCode'>['purpose'];
  /** The mailbox to prove, where it is not the member's own. */
  readonly email?: string;
  readonly label: string;
  /** Which mailbox it goes to, where a form asks for two. */
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly disabled?: boolean;
  /** The code could not be sent. */
  readonly onRefused: (error: CallError) => void;
}

/** A field for a mailed code, with the button that sends it. */
export function MailedCode(props: MailedCodeProps) {
  const { purpose, email, label, hint, value, onChange, error, disabled = false, onRefused } = props;
  const { t } = useTranslation('kit');
  const toast = useToast();
  const [request, { isLoading: sending }] = useSendActionCodeMutation();
  const [last, setLast] = useState<{ email: string | undefined; resendAt: number; mailbox: string | undefined }>();
  const sent = last && last.email === email ? last : undefined;
  const wait = useCountdown(sent?.resendAt);
  const send = async () => {
    if (sending || wait > 0) return;
    const { data, error: refusal } = await request({ purpose, ...(email !== undefined && { email }) });
    if (refusal) {
      onRefused(refusal);
      return;
    }
    setLast({ email, resendAt: Date.now() + data.resendAfterSeconds * 1_000, mailbox: data.mailbox });
    toast(t('code.sent'));
  };
  const shownHint = sent ? (
    <>
      {t('code.sent')}
      {sent.mailbox !== undefined && (
        <>
          {' · '}
          <a href={sent.mailbox} target="_blank" rel="noreferrer">
            {t('code.mailbox')}
          </a>
        </>
      )}
    </>
  ) : (
    (hint ?? t('code.hint'))
  );
  return (
    <CodeInput
      label={label}
      value={value}
      onChange={onChange}
      hint={shownHint}
      error={error}
      end={
        <InputButton disabled={disabled || wait > 0 || sending} onClick={() => void send()}>
          {wait > 0 ? t('code.resendIn', { seconds: wait }) : t(sent ? 'code.resend' : 'code.send')}
        </InputButton>
      }
    />
  );
}
