import { isEmail } from '@trellis/api-contract';
import { useToast } from '@trellis/kit';
import { useCountdown } from '@trellis/kit/form';
import { type CallError, useLanguage } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accessApi } from './accessApi.ts';
import { keep, recall, type SentCode } from './draft.ts';

export interface EmailCode {
  /** Seconds until another code may be asked for. */
  readonly wait: number;
  /** Whether a code is on its way to this address. */
  readonly sent: boolean;
  readonly sending: boolean;
  /** Development only: where the mail can be read. */
  readonly mailbox: string | undefined;
  readonly send: () => Promise<void>;
}

/** Sending a code to an address, and the time until the next one. */
export function useEmailCode(
  email: string,
  onError: (error: CallError | 'member.email_format') => void,
  /** The field of the code is about to be filled in: what was wrong with it before is over. */
  onSent: () => void,
  purpose: SentCode['purpose'] = 'register',
): EmailCode {
  const { t } = useTranslation('kit');
  const showToast = useToast();
  const [language] = useLanguage();
  const [request, { isLoading: sending }] = accessApi.useSendEmailCodeMutation();
  const [last, setLast] = useState(() => recall('sent'));
  const sent = last?.email === email && last.purpose === purpose && email !== '' ? last : undefined;
  const wait = useCountdown(sent?.resendAt);

  const send = async () => {
    if (sending || wait > 0) return;
    if (!isEmail(email)) {
      onError('member.email_format');
      return;
    }
    const { data, error } = await request({ purpose, email, language });
    if (error) {
      onError(error);
      return;
    }
    const answer = { purpose, email, resendAt: Date.now() + data.resendAfterSeconds * 1_000, mailbox: data.mailbox };
    keep('sent', answer);
    setLast(answer);
    onSent();
    showToast(t('code.sent'));
  };
  return { wait, sent: sent !== undefined, sending, mailbox: sent?.mailbox, send };
}
