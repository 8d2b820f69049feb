import { type ErrorCode, type Output, type PayoutChain, payeeIn } from '@trellis/api-contract';
import { useDates } from '@trellis/kit';
import { type CallError, lazyPart, type Part, useErrorText } from '@trellis/shell-sdk';
import { useDraft } from '@trellis/shell-sdk/flow';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { invalidAddress } from './withdrawalTexts.ts';

/** What the server knows of an address that it would send to. */
export type Destination = Output<'checkWithdrawalAddress'>;

interface Verdict {
  readonly name: string;
  readonly destination?: Destination;
  readonly wrong?: ErrorCode;
  readonly refused?: CallError;
  /** What would check it did not come. */
  readonly failure?: Part<unknown>['failure'];
}

/** What opens over the field. */
type AddressSheet = 'book' | 'keep' | 'scan';

/** Some twenty kilobytes of arithmetic, needed only by who has typed an address. */
const checker = lazyPart(
  'wallet',
  () => import(/* webpackChunkName: "addressCheck" */ '@trellis/api-contract/addresses'),
);

/** Time to finish typing; what comes whole, out of the book or the clipboard, does not wait. */
const settleMs = 400;

interface DestinationOptions {
  /** Under which name what was typed is kept. */
  readonly draft: string;
  /** What it begins with. */
  readonly initial?: string;
  /** What an address is refused with that has no such form. */
  readonly invalid?: ErrorCode;
}

/**
 * The address field: its text, what is known of the address, the error under it, and what opens over it.
 * @param network the chain, or how an address says it
 */
export function useDestination(
  network: PayoutChain | ((address: string) => PayoutChain),
  { draft, initial = '', invalid }: DestinationOptions = { draft: 'withdrawal.address' },
) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const { dateTime } = useDates();
  const [typed, setTyped] = useDraft(draft);
  const [isTyped, setIsTyped] = useState(false);
  const text = typed === '' && !isTyped ? initial : typed;
  const [waitMs, setWaitMs] = useState(0);
  const [verdict, setVerdict] = useState<Verdict>();
  const [shown, setShown] = useState(false);
  const [refused, setRefused] = useState<{ readonly name: string; readonly text: string }>();
  const [sheet, open] = useState<AddressSheet>();
  const [ask] = walletApi.useCheckWithdrawalAddressMutation();
  const address = payeeIn(text);
  const chain = typeof network === 'string' ? network : network(address);
  const wrong = invalid ?? invalidAddress[chain];
  const name = `${chain} ${address}`;
  const known = verdict?.name === name ? verdict : undefined;

  const look = useCallback(async (): Promise<void> => {
    const { module, failure } = await checker();
    if (failure) {
      setVerdict({ name, failure });
      return;
    }
    if (!module.checkAddress(chain, address).valid) {
      setVerdict({ name, wrong });
      return;
    }
    const { data, error } = await ask({ chain, address });
    setVerdict({ name, ...(data ? { destination: data } : { refused: error }) });
  }, [ask, chain, address, name, wrong]);

  const isNew = address !== '' && known === undefined;
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => void look(), waitMs);
    return () => clearTimeout(timer);
  }, [look, isNew, waitMs]);

  const fault = (): string | undefined => {
    if (address === '') return errorText('field.required');
    if (known?.failure) return t('withdrawal.checkFailed');
    if (known?.wrong) return errorText(known.wrong);
    return known?.refused && errorText(known.refused);
  };
  /** What does not make the address wrong, and yet keeps money from going there now. */
  const obstacle = (): string | undefined => {
    if (known?.destination?.book === null) return errorText('withdrawal.address_unknown');
    if (!known?.destination?.book?.held) return undefined;
    const params = { until: dateTime(known.destination.book.usableFrom) };
    return errorText({ path: '', code: 'withdrawal.address_held', params });
  };
  return {
    chain,
    text,
    address,
    known: known?.destination,
    failure: known?.failure,
    checking: isNew,
    error:
      (refused?.name === name ? refused.text : undefined) ?? (address !== '' && !isNew && shown ? fault() : undefined),
    sheet,
    open,
    close: () => open(undefined),
    change: (value: string) => {
      // Of a payment link the member sees whom it pays.
      setTyped(value.includes(':') ? payeeIn(value) : value);
      const isOneKey = Math.abs(value.length - text.length) === 1 && (value.startsWith(text) || text.startsWith(value));
      setWaitMs(isOneKey ? settleMs : 0);
      setIsTyped(true);
      setRefused(undefined);
      setShown(false);
    },
    /** What it began with. */
    begin: () => {
      setTyped('');
      setIsTyped(false);
      setRefused(undefined);
      setShown(false);
    },
    /** The member has finished with the field. */
    leave: () => setShown(true),
    /** What keeps the form from going on, put under the field. `undefined`: nothing does. */
    issue: (): string | undefined => {
      setShown(true);
      const issue = fault() ?? obstacle();
      // What could not be asked is asked again with the next press.
      if (known?.refused) setVerdict(undefined);
      setRefused(issue === undefined || known?.refused ? undefined : { name, text: issue });
      return issue;
    },
    refuse: (sentence: string) => setRefused({ name, text: sentence }),
    /** After it was added to the book, when an entry may have changed, or when it could not be checked. */
    lookAgain: () => {
      setRefused(undefined);
      setVerdict(undefined);
      setShown(true);
    },
  };
}
