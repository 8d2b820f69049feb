import { type Money, money, type Output, parseAmount } from '@trellis/api-contract';

export type Balances = Output<'getBalances'>;
export type Balance = Balances['balances'][number];
export type BalanceState = Balance['state'];

export interface StateTotal {
  readonly state: BalanceState;
  readonly money: Money;
  /** Size among the others, in minor units. */
  readonly share: number;
}

const shown: readonly BalanceState[] = ['available', 'locked', 'pending', 'staked'];
/** What a state is written in when it holds nothing. */
const unitOfEmpty = { available: 'USD', locked: 'USDP', pending: 'USD', staked: 'CP' } as const;

/**
 * What the member holds in each state, at face value. RP is left out: it pays a part of a package and is no money to
 * take out. Several units together are written in USD, in which all of them count one to one.
 */
export function totalsByState(balances: readonly Balance[]): StateTotal[] {
  return shown.flatMap((state) => {
    const parts = balances.filter((balance) => balance.state === state && balance.unit !== 'RP');
    const held = parts.filter((part) => minorOf(part.money) > 0n);
    const sum = held.reduce((total, part) => total + minorOf(part.money), 0n);
    const units = new Set(held.map((part) => part.unit));
    const [only] = units;
    const unit = units.size === 1 && only ? only : units.size > 1 ? 'USD' : unitOfEmpty[state];
    // Nothing waits most of the time; the other three always have their place.
    return state === 'pending' && sum === 0n ? [] : [{ state, money: money(sum, unit), share: Number(sum) }];
  });
}

const minorOf = (value: Money): bigint => parseAmount(value.amount, value.unit) ?? 0n;

/** Shares of the whole in whole percent, for the sentence that stands for the picture. */
export function percentages(totals: readonly StateTotal[]): number[] {
  const whole = totals.reduce((sum, { share }) => sum + share, 0);
  return totals.map(({ share }) => (whole === 0 ? 0 : Math.round((share / whole) * 100)));
}
