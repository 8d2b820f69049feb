import { invitationPattern, normalizeInvitation } from '@trellis/api-contract';
import { InputButton, TextInput } from '@trellis/kit/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accessApi } from './accessApi.ts';

const lockIcon = {
  path: 'M7 10.5h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM8 10.5V8a4 4 0 0 1 8 0v2.5',
};

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
  const code = normalizeInvitation(value.trim());
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
        icon: lockIcon,
        end: <InputButton onClick={() => setLocked(false)}>{t('signup.change')}</InputButton>,
      })}
    />
  );
}
