import {
  isAbout,
  type MaturityOption,
  type MaturityPayee,
  maturityOptions,
  type PayoutChain,
  redeem,
  restakePrincipal,
} from '@trellis/api-contract';
import { type ApiFailure, useErrorText } from '@trellis/shell-sdk';
import { useDraft } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { useDestination } from '../withdrawal/useDestination.ts';
import type { Ahead } from './ahead.ts';
import { type ChoiceOrder, isToAddress, needsConsent, orderOf } from './order.ts';

/** What the fields begin with. */
export interface FirstChoice {
  readonly option?: MaturityOption | undefined;
  readonly payTo?: MaturityPayee | undefined;
  readonly address?: string | undefined;
  readonly acceptsLess?: boolean | undefined;
}

interface MaturityChoiceOptions {
  /** Under which name it outlives the page. */
  readonly draft: string;
  readonly first?: FirstChoice;
  /** It can be decided later, and that is what holds until something is chosen. */
  readonly later: boolean;
  /** `undefined` while it is not known. */
  readonly ahead: Ahead | undefined;
}

/** The fields of a maturity choice: what is chosen, and what is wrong with it. */
export function useMaturityChoice({ draft, first = {}, later, ahead }: MaturityChoiceOptions) {
  const errorText = useErrorText();
  const [keptOption, keepOption] = useDraft(`${draft}.option`);
  const [keptPayee, keepPayee] = useDraft(`${draft}.payTo`);
  const [accepts, setAccepts] = useState<boolean>();
  const [checked, setChecked] = useState(false);
  const destination = useDestination(chainOf, {
    draft: `${draft}.address`,
    invalid: 'stake.address_format',
    ...(first.address !== undefined && { initial: first.address }),
  });
  const option =
    keptOption === '0' ? undefined : (maturityOptions.find((each) => String(each) === keptOption) ?? first.option);
  const payTo: MaturityPayee =
    keptPayee === 'address' || keptPayee === 'balance' ? keptPayee : (first.payTo ?? 'balance');
  const acceptsLess = accepts ?? first.acceptsLess ?? false;
  const toAddress = option !== undefined && isToAddress({ option, payTo });
  const missing = option === undefined && !later;
  const notAgreed = option !== undefined && ahead !== undefined && needsConsent(option, ahead) && !acceptsLess;
  const required = errorText('field.required');
  return {
    option,
    payTo,
    acceptsLess,
    destination,
    toAddress,
    /** Where it goes is being checked. */
    checking: toAddress && destination.checking,
    /** The rule it comes under: what pays out has one of its own. */
    guardedAs: option === restakePrincipal || option === redeem ? ('stakePayout' as const) : ('stake' as const),
    optionError: checked && missing ? required : undefined,
    consentError: checked && notAgreed ? required : undefined,
    /** @param next `undefined`: it is decided later */
    choose: (next: MaturityOption | undefined) => {
      keepOption(String(next ?? 0));
      setChecked(false);
    },
    pay: (next: MaturityPayee) => keepPayee(next),
    accept: (next: boolean) => setAccepts(next),
    /** Shows what is wrong, if anything. @returns whether nothing is */
    check: (): boolean => {
      setChecked(true);
      const wrongAddress = toAddress ? destination.issue() : undefined;
      return !missing && !notAgreed && wrongAddress === undefined;
    },
    /** What is sent of it; nothing where it is decided later. */
    order: (): ChoiceOrder | undefined =>
      option === undefined || ahead === undefined
        ? undefined
        : orderOf({ option, payTo, address: destination.known?.address ?? '', acceptsLess }, ahead),
    /** Takes a refusal over that is about the address. */
    refuse: (failure: ApiFailure): boolean => {
      if (failure.kind === 'network' || !toAddress) return false;
      const { code, fields = [] } = failure.problem;
      if (!isAbout(code, 'address') && !fields.some(({ path }) => path.endsWith('address'))) return false;
      destination.lookAgain();
      destination.refuse(errorText(fields[0] ?? failure));
      return true;
    },
    /** It stands, or the next one is another. */
    forget: () => {
      keepOption('');
      keepPayee('');
      destination.begin();
      setAccepts(undefined);
      setChecked(false);
    },
  };
}

export type MaturityChoice = ReturnType<typeof useMaturityChoice>;

/** By its form an address is of one of two chains, and cannot be of both. */
const chainOf = (address: string): PayoutChain => (address.startsWith('T') ? 'TRON' : 'BSC');
