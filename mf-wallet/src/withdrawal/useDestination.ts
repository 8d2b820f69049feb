import type { ErrorCode, Output, PayoutChain } from '@trellis/api-contract';
import { useDates } from '@trellis/kit';
import { type CallError, useErrorText } from '@trellis/shell-sdk';
import { useDraft } from '@trellis/shell-sdk/flow';
import { useCallback, useEffect, useState } from 'react';
import { walletApi } from '../api.ts';
import { invalidAddress } from './withdrawalTexts.ts';

/** What the server knows of an address that it would send to. */
export type Destination = Output<'checkWithdrawalAddress'>;

interface Verdict {
  readonly of: string;
  readonly found?: Destination;
  readonly wrong?: ErrorCode;
  readonly refused?: CallError;
}

/** Time to finish typing; pasting waits as long. */
const settleMs = 400;

/** The address field: its text, what is known of the address, and the error under it. */
export function useDestination(chain: PayoutChain) {
  const errorText = useErrorText();
  const { dateTime } = useDates();
  const [text, setText] = useDraft('withdrawal.address');
  const [verdict, setVerdict] = useState<Verdict>();
  const [shown, setShown] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [ask] = walletApi.useCheckWithdrawalAddressMutation();
  const address = text.trim();
  const name = `${chain} ${address}`;
  const known = verdict?.of === name ? verdict : undefined;

  const look = useCallback(async (): Promise<void> => {
    // Some twenty kilobytes of arithmetic, needed only by who has typed an address.
    const { checkAddress } = await import(/* webpackChunkName: "addressCheck" */ '@trellis/api-contract/addresses');
    if (!checkAddress(chain, address).valid) {
      setVerdict({ of: name, wrong: invalidAddress[chain] });
      return;
    }
    const { data, error } = await ask({ chain, address });
    setVerdict({ of: name, ...(data ? { found: data } : { refused: error }) });
  }, [ask, chain, address, name]);

  const isNew = address !== '' && known === undefined;
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => void look(), settleMs);
    return () => clearTimeout(timer);
  }, [look, isNew]);

  const fault = (): string | undefined => {
    if (address === '') return errorText('field.required');
    if (known?.wrong) return errorText(known.wrong);
    if (known?.refused) return errorText(known.refused);
    if (!known?.found?.book?.held) return undefined;
    const params = { until: dateTime(known.found.book.usableFrom) };
    return errorText({ path: '', code: 'withdrawal.address_held', params });
  };
  return {
    text,
    address,
    found: known?.found,
    checking: isNew,
    error: refusal ?? (shown && address !== '' ? fault() : undefined),
    change: (value: string) => {
      setText(value);
      setRefusal(undefined);
      setShown(false);
    },
    /** The member has finished with the field. */
    leave: () => setShown(true),
    /** What keeps the form from going on, put under the field. `undefined`: nothing does. */
    issue: (): string | undefined => {
      setShown(true);
      const found = fault() ?? (known?.found?.book ? undefined : errorText('withdrawal.address_unknown'));
      setRefusal(isNew ? undefined : found);
      return found;
    },
    refuse: setRefusal,
    /** After it was added to the book, or when an entry may have changed. */
    lookAgain: () => {
      setRefusal(undefined);
      setVerdict(undefined);
      setShown(true);
    },
  };
}
