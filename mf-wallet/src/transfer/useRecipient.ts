import { normalizeName, usernamePattern } from '@trellis/api-contract';
import { useErrorText } from '@trellis/shell-sdk';
import { useDraft } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { walletApi } from '../api.ts';

/** The recipient field: its text, what the server said about it, and the error under it. */
export function useRecipient() {
  const errorText = useErrorText();
  const [text, setText] = useDraft('transfer.recipient');
  const [refused, setRefused] = useState<{ readonly recipient: string; readonly text: string }>();
  /** The name as it was when the member first wanted to go on: from then on it is checked as it changes. */
  const [reviewedAs, setReviewedAs] = useState<string>();
  const [ask, answer] = walletApi.useLazyCheckTransferRecipientQuery();
  const username = normalizeName(text);
  // What was asked for another name says nothing about this one.
  const checked = answer.originalArgs?.username === username ? answer : undefined;
  const fault = usernamePattern.test(username)
    ? undefined
    : errorText(username === '' ? 'field.required' : 'member.username_format');
  const isReviewed = username === '' ? reviewedAs === username : reviewedAs !== undefined;
  const answered = checked?.error && failureText(checked.error, errorText);

  return {
    text,
    username,
    error: (refused?.recipient === username ? refused.text : undefined) ?? (isReviewed ? fault : undefined) ?? answered,
    /** The name as it is written, and whether it stands above or below; known after the check. */
    member: checked?.currentData,
    checking: checked?.isFetching ?? false,
    change: setText,
    /** Takes a name that needs no typing, and asks the server at once. */
    choose: (name: string) => {
      setText(name);
      void ask({ username: name }, true);
    },
    /** The next recipient is another one: nothing is wrong with the name yet. */
    begin: () => {
      setText('');
      setReviewedAs(undefined);
    },
    /** Asks the server, once the member has finished typing. */
    check: () => {
      if (usernamePattern.test(username)) void ask({ username }, true);
    },
    /** The error that keeps the form from going on, put under the field. */
    issue: (): string | undefined => {
      setRefused(undefined);
      setReviewedAs(username);
      return fault ?? answered;
    },
    refuse: (sentence: string) => setRefused({ recipient: username, text: sentence }),
  };
}

type ErrorText = ReturnType<typeof useErrorText>;

/** A check that could not be made keeps nobody from going on: the transfer itself is checked again. */
const failureText = (error: Parameters<ErrorText>[0], errorText: ErrorText): string | undefined =>
  typeof error === 'object' && 'kind' in error && error.kind === 'problem' && error.problem.status < 500
    ? errorText(error)
    : undefined;
