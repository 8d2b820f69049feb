import {
  type Input,
  type MaturityOption,
  type MaturityPayee,
  type Money,
  redeem,
  restakeAll,
  restakePrincipal,
} from '@trellis/api-contract';
import { isZero } from '@trellis/kit';
import { type Ahead, isLess } from './ahead.ts';

/** What a member has chosen so far. */
export interface Chosen {
  readonly option: MaturityOption;
  readonly payTo: MaturityPayee;
  /** In the one form that it is kept in. */
  readonly address: string;
  /** Another term is wanted with less reward, too, and with none. */
  readonly acceptsLess: boolean;
}

export type ChoiceOrder = Omit<Input<'chooseForStake'>, 'id' | 'code'>;

/** Only a payout to an address has a fee. */
export const noFee: Money = { amount: '0.00', unit: 'USD' };

/** The term that a choice begins; `undefined`: none. */
export const termOf = (option: MaturityOption, { grown, kept }: Ahead) =>
  option === restakeAll ? grown : option === restakePrincipal ? kept : undefined;

/** What a choice pays out; `undefined`: nothing. */
export const payoutOf = (option: MaturityOption, { total, profit }: Ahead): Money | undefined =>
  option === redeem ? total : option === restakePrincipal ? profit : undefined;

/** Whether what is paid out is to go to an address. */
export const isToAddress = ({ option, payTo }: Pick<Chosen, 'option' | 'payTo'>): boolean =>
  option === redeem || (option === restakePrincipal && payTo === 'address');

/** It is wanted at an address, and too little for one: it goes to the balance. */
export const isTooLittle = (chosen: Pick<Chosen, 'option' | 'payTo'>, ahead: Ahead, minimum: Money): boolean => {
  const payout = payoutOf(chosen.option, ahead);
  return payout !== undefined && isToAddress(chosen) && isLess(payout, minimum);
};

/** Where no reward can be promised now, another term is begun only by who says that it may have none. */
export const needsConsent = (option: MaturityOption, ahead: Ahead): boolean => {
  const term = termOf(option, ahead);
  return term !== undefined && isZero(term.reward);
};

/** The choice as it is sent: with the reward that was shown, or the consent to less, and with the days. */
export function orderOf({ option, payTo, address, acceptsLess }: Chosen, ahead: Ahead): ChoiceOrder {
  const term = termOf(option, ahead);
  return {
    option,
    acceptsFrom: acceptsLess || term === undefined ? '0' : term.reward.amount,
    ...(term && { shownDays: term.days }),
    ...(option === restakePrincipal && { payTo }),
    ...(isToAddress({ option, payTo }) && { address }),
  };
}
