import { TextLink } from '@trellis/kit';
import { CodeInput, InputButton, TextInput } from '@trellis/kit/form';
import { useTranslation } from 'react-i18next';
import { CodeHint } from './CodeHint.tsx';
import { SendCodeButton } from './SendCodeButton.tsx';
import type { EmailCode } from './useEmailCode.ts';

interface EmailFieldsProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly emailError: string | undefined;
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly codeError: string | undefined;
  readonly sending: EmailCode;
  /** The address is proven already; its code is not needed again. */
  readonly verified: boolean;
  readonly onChangeVerified: () => void;
}

/** The address and the code that proves it, or only the address when `/verifyEmail` has proven it. */
export function EmailFields(props: EmailFieldsProps) {
  const { t } = useTranslation('shell');
  if (props.verified) {
    return (
      <TextInput
        label={t('signup.email')}
        value={props.email}
        onChange={props.onEmail}
        readOnly
        icon="check"
        hint={t('signup.emailVerified')}
        error={props.emailError ?? props.codeError}
        end={<InputButton onClick={props.onChangeVerified}>{t('signup.change')}</InputButton>}
      />
    );
  }
  return (
    <>
      <TextInput
        label={t('signup.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        value={props.email}
        onChange={props.onEmail}
        error={props.emailError}
      />
      <CodeInput
        label={t('signup.emailCode')}
        value={props.code}
        onChange={props.onCode}
        hint={<CodeHint code={props.sending} />}
        error={props.codeError}
        end={<SendCodeButton code={props.sending} />}
      />
      {props.sending.sent && <TextLink to="/verifyEmail">{t('signup.verifyPage')}</TextLink>}
    </>
  );
}
