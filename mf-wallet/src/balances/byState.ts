import { type Money, money, type Output, parseAmount } from '@trellis/api-contract';
import { isZero } from '@trellis/kit';

export type Balances = Output<'getBalances'>;
export type Balance = Balances['balances'][number];
export type BalanceState = Balance['state'];

/** A line of the total card: a state, or the RP, which pay a part of a package and are no money to take out. */
export type TotalKind = BalanceState | 'points';

export interface StateTotal {
  readonly kind: TotalKind;
  readonly money: Money;
  /** Size among the others, in minor units. */
  readonly share: number;
}

/** What a line is written in when it holds nothing. */
const unitOfEmpty = { available: 'USD', locked: 'USDP', pending: 'USD', staked: 'CP', points: 'RP' } as const;
const kinds = Object.keys(unitOfEmpty) as readonly TotalKind[];
/** Lines that have a place only while they hold something. */
const passing: readonly TotalKind[] = ['pending', 'points'];

/**
 * What the member holds in each state, at face value; together it is the total. Several units on one line are written
 * in USD, in which all of them count one to one.
 */
export function totalsByState(balances: readonly Balance[]): StateTotal[] {
  return kinds.flatMap((kind) => {
    const held = balances.filter((balance) => kindOf(balance) === kind && !isZero(balance.money));
    const sum = held.reduce((total, part) => total + minorOf(part.money), 0n);
    const [unit = unitOfEmpty[kind], ...others] = new Set(held.map((part) => part.unit));
    if (sum === 0n && passing.includes(kind)) return [];
    return [{ kind, money: money(sum, others.length === 0 ? unit : 'USD'), share: Number(sum) }];
  });
}

const kindOf = ({ unit, state }: Balance): TotalKind => (unit === 'RP' ? 'points' : state);

const minorOf = (value: Money): bigint => parseAmount(value.amount, value.unit) ?? 0n;

/** Shares of the whole in whole percent, for the sentence that stands for the picture. */
export function percentages(totals: readonly StateTotal[]): number[] {
  const whole = totals.reduce((sum, { share }) => sum + share, 0);
  return totals.map(({ share }) => (whole === 0 ? 0 : Math.round((share / whole) * 100)));
}
