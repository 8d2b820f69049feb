import { type BalanceState, type Money, minorOf, money, type Output } from '@trellis/api-contract';
import { isZero } from '@trellis/kit';

export type Balances = Output<'getBalances'>;
export type Balance = Balances['balances'][number];

/** What a line of the total card is of: a state, or the RP, which pay a part of a package and are no money to take out. */
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

/** What the member holds in each state, each unit for itself and never added to another; together they are the total. */
export function totalsByState({ balances, stakes }: Pick<Balances, 'balances' | 'stakes'>): StateTotal[] {
  return kinds.flatMap((kind) => {
    const held = balances.filter((balance) => kindOf(balance) === kind && !isZero(balance.money));
    if (held.length === 0 && !passing.includes(kind)) return [{ kind, money: money(0n, unitOfEmpty[kind]), share: 0 }];
    // CP are as much of the whole as they cost.
    const value = ({ unit, money: amount }: Balance) => (unit === 'CP' ? stakes.basis : amount);
    // What is owed takes no place in the picture.
    const share = (balance: Balance) => Math.max(0, Number(minorOf(value(balance))));
    return held.map((balance) => ({ kind, money: balance.money, share: share(balance) }));
  });
}

/** Units of which there is something in the total. */
export const addedUnits = (balances: readonly Balance[]): string[] => [
  ...new Set(balances.flatMap(({ unit, money: held }) => (isZero(held) ? [] : [unit]))),
];

const kindOf = ({ unit, state }: Balance): TotalKind => (unit === 'RP' ? 'points' : state);

/** Shares of the whole in whole percent, for the sentence that stands for the picture. */
export function percentages(totals: readonly StateTotal[]): number[] {
  const whole = totals.reduce((sum, { share }) => sum + share, 0);
  return totals.map(({ share }) => (whole === 0 ? 0 : Math.round((share / whole) * 100)));
}
