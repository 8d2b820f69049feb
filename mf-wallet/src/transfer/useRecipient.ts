import { usernamePattern } from '@trellis/api-contract';
import { useErrorText } from '@trellis/shell-sdk';
import { useDraft } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { walletApi } from '../api.ts';

/** The recipient field: its text, what the server said about it, and the error under it. */
export function useRecipient() {
  const errorText = useErrorText();
  const [text, setText] = useDraft('transfer.recipient');
  const [error, setError] = useState<string>();
  const [ask, answer] = walletApi.useLazyCheckTransferRecipientQuery();
  const username = text.normalize('NFKC').trim();
  // What was asked for another name says nothing about this one.
  const checked = answer.originalArgs?.username === username ? answer : undefined;

  return {
    text,
    username,
    error: error ?? (checked?.error && failureText(checked.error, errorText)),
    /** The name as it is written, and whether it stands above or below; known after the check. */
    found: checked?.currentData,
    checking: checked?.isFetching ?? false,
    change: (value: string) => {
      setText(value);
      setError(undefined);
    },
    /** Asks the server, once the member has finished typing. */
    check: () => {
      if (usernamePattern.test(username)) void ask({ username }, true);
    },
    /** The error that keeps the form from going on, put under the field. */
    issue: (): string | undefined => {
      const found = usernamePattern.test(username)
        ? undefined
        : errorText(username === '' ? 'field.required' : 'member.username_format');
      setError(found);
      return found ?? (checked?.error && failureText(checked.error, errorText));
    },
    refuse: setError,
  };
}

type ErrorText = ReturnType<typeof useErrorText>;

/** A check that could not be made keeps nobody from going on: the transfer itself is checked again. */
const failureText = (error: Parameters<ErrorText>[0], errorText: ErrorText): string | undefined =>
  typeof error === 'object' && 'kind' in error && error.kind === 'problem' && error.problem.status < 500
    ? errorText(error)
    : undefined;
