import { invitationPattern, normalizeInvitation } from '@trellis/api-contract';
import { InputButton, TextInput } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accessApi } from './accessApi.ts';

interface InvitationFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The code came with an invitation link: it stays as it is until the visitor wants another. */
  readonly fromLink: boolean;
  readonly error: string | undefined;
}

/** The invitation code, and whose it is as soon as it has the form of one. */
export function InvitationField({ value, onChange, fromLink, error }: InvitationFieldProps) {
  const { t } = useTranslation('shell');
  const [locked, setLocked] = useState(fromLink);
  const code = normalizeInvitation(value);
  const { currentData } = accessApi.useGetInvitationQuery({ code }, { skip: !invitationPattern.test(code) });
  const inviter = currentData?.inviter;
  const hint = inviter === undefined ? undefined : t(locked ? 'signup.fromLink' : 'signup.invitationOf', { inviter });
  return (
    <TextInput
      label={t('signup.invitation')}
      value={value}
      onChange={onChange}
      readOnly={locked}
      maxLength={64}
      hint={hint}
      error={error}
      {...(locked && {
        icon: 'lock' as const,
        end: <InputButton onClick={() => setLocked(false)}>{t('signup.change')}</InputButton>,
      })}
    />
  );
}
