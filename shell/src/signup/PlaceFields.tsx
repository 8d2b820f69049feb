import { TextInput } from '@trellis/kit/form';
import { useErrorText } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { SideTiles } from './SideTiles.tsx';
import { useInviter } from './useInviter.ts';
import type { Signup } from './useSignup.ts';

/** Whose invitation it is, and on which of their sides: what no link has brought, or what is to be another. */
export function PlaceFields({ signup: { form, change, issues, invited } }: { signup: Signup }) {
  const { t } = useTranslation('shell');
  const errorText = useErrorText();
  const inviter = useInviter(form.invitationCode);
  // A code as long as one is, and nobody's: said before it is sent.
  const unknown = inviter.isUnknown && form.invitationCode.trim().length >= 8;
  return (
    <>
      {invited.invitationCode === undefined && (
        <TextInput
          label={t('signup.invitation')}
          value={form.invitationCode}
          onChange={(invitationCode) => change({ invitationCode: invitationCode.trim() })}
          maxLength={64}
          good={inviter.name === undefined ? undefined : t('signup.invitationOf', { inviter: inviter.name })}
          error={issues.error('invitationCode') ?? (unknown ? errorText('member.invitation_unknown') : undefined)}
        />
      )}
      <SideTiles
        value={form.side}
        onChange={(side) => change({ side })}
        inviter={inviter.name}
        error={issues.error('side')}
      />
    </>
  );
}
