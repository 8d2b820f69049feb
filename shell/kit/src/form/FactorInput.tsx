import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../action/Button.tsx';
import { CodeInput, TextInput } from './TextInput.tsx';

interface FactorInputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  /** The authenticator's six digits are there, and nothing else is asked for. A recovery code waits for the button. */
  readonly onComplete?: (code: string) => void;
  /** Whether a recovery code will do. */
  readonly recovery?: boolean;
}

/** The code of Google Authenticator, or where it is allowed a recovery code in its place. */
export function FactorInput({ value, onChange, onComplete, error, recovery = false }: FactorInputProps) {
  const { t } = useTranslation('kit');
  const [lost, setLost] = useState(false);
  const swap = () => {
    setLost(!lost);
    onChange('');
  };
  return (
    <>
      {lost ? (
        <TextInput
          label={t('factor.recoveryCode')}
          hint={t('factor.recoveryHint')}
          maxLength={40}
          value={value}
          onChange={onChange}
          error={error}
        />
      ) : (
        <CodeInput
          label={t('factor.code')}
          hint={t('factor.hint')}
          value={value}
          onChange={onChange}
          onComplete={onComplete}
          error={error}
        />
      )}
      {recovery && <TextLink onClick={swap}>{t(lost ? 'factor.useApp' : 'factor.lostPhone')}</TextLink>}
    </>
  );
}
