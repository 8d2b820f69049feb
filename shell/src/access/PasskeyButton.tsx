import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import type { UserOf } from '@trellis/api-contract';
import { Button } from '@trellis/kit';
import type { CallError } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askPasskey, type Options } from '../lock/askPasskey.ts';
import { accessApi } from '../signup/accessApi.ts';

const keyIcon = { path: 'M15 5a4 4 0 1 1-2.8 6.8L6 18H4v-2l6.2-6.2A4 4 0 0 1 15 5zM15.5 8.5h.01' };

interface PasskeyButtonProps {
  readonly onMember: (member: UserOf<'member'>) => void;
  readonly onRefused: (error: CallError) => void;
}

/** Log-in with a key of the device, in browsers that know them. Who closes the device's own dialog is where they were. */
export function PasskeyButton({ onMember, onRefused }: PasskeyButtonProps) {
  const { t } = useTranslation('shell');
  const [start] = accessApi.useStartPasskeyLogInMutation();
  const [logIn] = accessApi.useLogInWithPasskeyMutation();
  const [busy, setBusy] = useState(false);
  if (!browserSupportsWebAuthn()) return null;
  const enter = async () => {
    setBusy(true);
    const started = await start({});
    if (started.error) onRefused(started.error);
    const assertion = started.data && (await askPasskey(started.data.options as unknown as Options));
    if (assertion) {
      const { data, error } = await logIn({ assertion });
      if (error) onRefused(error);
      else onMember(data.member);
    }
    setBusy(false);
  };
  return (
    <Button kind="ghost" icon={keyIcon} busy={busy} onClick={() => void enter()}>
      {t('login.passkey')}
    </Button>
  );
}
