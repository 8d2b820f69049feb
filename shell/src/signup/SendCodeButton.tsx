import { InputButton } from '@trellis/kit/form';
import { useTranslation } from 'react-i18next';
import type { EmailCode } from './useEmailCode.ts';

/** Asks for a code, and says when the next one may be asked for. */
export function SendCodeButton({ code }: { code: EmailCode }) {
  const { t } = useTranslation('kit');
  const label = code.wait > 0 ? t('code.resendIn', { seconds: code.wait }) : t(code.sent ? 'code.resend' : 'code.send');
  return (
    <InputButton disabled={code.wait > 0 || code.sending} onClick={() => void code.send()}>
      {label}
    </InputButton>
  );
}
