import { CodeInput, InputButton } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import type { ActionCode } from './useActionCode.ts';

interface MailedCodeProps {
  readonly label: string;
  readonly code: ActionCode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly disabled?: boolean;
}

/** A field for a mailed code, with the button that sends it. */
export function MailedCode({ label, code, value, onChange, error, disabled = false }: MailedCodeProps) {
  const { t } = useTranslation('account');
  const { wait, sent, sending, mailbox, send } = code;
  const hint = sent ? (
    <>
      {t('code.sent')}
      {mailbox !== undefined && (
        <>
          {' · '}
          <a href={mailbox} target="_blank" rel="noreferrer">
            {t('code.mailbox')}
          </a>
        </>
      )}
    </>
  ) : (
    t('code.hint')
  );
  return (
    <CodeInput
      label={label}
      value={value}
      onChange={onChange}
      hint={hint}
      error={error}
      end={
        <InputButton disabled={disabled || wait > 0 || sending} onClick={() => void send()}>
          {wait > 0 ? t('code.resendIn', { seconds: wait }) : t(sent ? 'code.resend' : 'code.send')}
        </InputButton>
      }
    />
  );
}
