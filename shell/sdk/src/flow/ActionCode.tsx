import { type MemberAction, type PasskeyAction, passkeyActions } from '@trellis/api-contract';
import { FactorInput } from '@trellis/kit/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallError } from '../api/failure.ts';
import { useErrorText } from '../api/useErrorText.ts';
import { useDemand } from './guard.tsx';
import { MailedCode, type MailedCodeProps } from './MailedCode.tsx';
import { PasskeyProof } from './PasskeyProof.tsx';

export interface ActionCodeProps {
  readonly action: MemberAction;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error: string | undefined;
  readonly busy: boolean;
  /** A passkey has answered: what it proves can be sent at once, with this for a code. */
  readonly onProof: (code: string) => void;
}

const mailed: readonly MemberAction[] = [
  'depositAddress',
  'exchange',
  'package',
  'stake',
  'addPasskey',
] satisfies MailedCodeProps['purpose'][];

/** What an action asks for: a code of the authenticator, or of a mail where none is bound; a passkey does as well. Nothing if it asks for nothing. */
export function ActionCode({ action, value, onChange, error, busy, onProof }: ActionCodeProps) {
  const { t } = useTranslation('kit');
  const errorText = useErrorText();
  const demand = useDemand(action);
  const [refusal, setRefusal] = useState<CallError>();
  if (demand === undefined || demand.factor === 'none') return null;
  const input = {
    value,
    onChange: (code: string) => {
      setRefusal(undefined);
      onChange(code);
    },
    error: error ?? (refusal && errorText(refusal)),
  };
  return (
    <>
      {demand.factor === 'email' && mailed.includes(action) ? (
        <MailedCode
          purpose={action as MailedCodeProps['purpose']}
          label={t('code.label')}
          {...input}
          onRefused={setRefusal}
        />
      ) : (
        <FactorInput {...input} />
      )}
      {demand.passkey && isPasskeyAction(action) && (
        <PasskeyProof action={action} busy={busy} onCode={onProof} onRefused={setRefusal} />
      )}
    </>
  );
}

const isPasskeyAction = (action: MemberAction): action is PasskeyAction =>
  (passkeyActions as readonly MemberAction[]).includes(action);
