import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { memberContract, type PasskeyAction } from '@trellis/api-contract';
import { Button } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallError } from '../api/failure.ts';
import { injectContract } from '../api/injectContract.ts';

const { useStartPasskeyProofMutation } = injectContract(memberContract, ['startPasskeyProof']);

interface PasskeyProofProps {
  readonly action: PasskeyAction;
  readonly busy: boolean;
  /** Takes the device's answer, in the form of a code. */
  readonly onCode: (code: string) => void;
  readonly onRefused: (error: CallError) => void;
}

/** Unlocks a passkey of the device for one action, in place of a code. Who closes the device's dialog is where they were. */
export function PasskeyProof({ action, busy, onCode, onRefused }: PasskeyProofProps) {
  const { t } = useTranslation('kit');
  const [start] = useStartPasskeyProofMutation();
  const [asking, setAsking] = useState(false);
  if (!browserSupportsWebAuthn()) return null;
  const ask = async () => {
    setAsking(true);
    const { data, error } = await start({ action });
    if (error) onRefused(error);
    const code = data && (await codeOfDevice(data.options));
    setAsking(false);
    if (code !== undefined) onCode(code);
  };
  return (
    <Button kind="quiet" busy={busy || asking} onClick={() => void ask()}>
      {t('factor.passkey')}
    </Button>
  );
}

async function codeOfDevice(options: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  try {
    const answer = await startAuthentication({
      optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    });
    // Its fields are base64url and names: no character beyond ASCII.
    const text = btoa(JSON.stringify({ ...answer, authenticatorAttachment: undefined }));
    return `passkey.${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  } catch {
    return undefined;
  }
}
