import type { Input } from '@trellis/api-contract';
import { type CallError, useCountdown, useToast } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';

type Purpose = Input<'sendActionCode'>['purpose'];

export interface ActionCode {
  /** Seconds until another code may be asked for. */
  readonly wait: number;
  readonly sent: boolean;
  readonly sending: boolean;
  /** Development only: where the mail can be read. */
  readonly mailbox: string | undefined;
  readonly send: () => Promise<void>;
}

/** A code to the member's own mailbox, or with `email` to the one that is to be proven. */
export function useActionCode(purpose: Purpose, onError: (error: CallError) => void, email?: string): ActionCode {
  const { t } = useTranslation('account');
  const toast = useToast();
  const [request, { isLoading: sending }] = accountApi.useSendActionCodeMutation();
  const [last, setLast] = useState<{ email: string | undefined; resendAt: number; mailbox: string | undefined }>();
  const sent = last && last.email === email ? last : undefined;
  const wait = useCountdown(sent?.resendAt);
  const send = async () => {
    if (sending || wait > 0) return;
    const { data, error } = await request({ purpose, ...(email !== undefined && { email }) });
    if (error) {
      onError(error);
      return;
    }
    setLast({ email, resendAt: Date.now() + data.resendAfterSeconds * 1_000, mailbox: data.mailbox });
    toast(t('code.sent'));
  };
  return { wait, sent: sent !== undefined, sending, mailbox: sent?.mailbox, send };
}
