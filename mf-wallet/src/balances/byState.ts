import { type BalanceState, type Money, minorOf, money, type Output, type Unit } from '@trellis/api-contract';
import { isZero } from '@trellis/kit';

export type Balances = Output<'getBalances'>;
export type Balance = Balances['balances'][number];

/** What a line of the total is of: a state, or the RP, which pay a part of a package and are no money to take out. */
export type TotalKind = BalanceState | 'points';

export interface StateTotal {
  readonly kind: TotalKind;
  /** In USD, at face value: CP count as much as they cost. */
  readonly money: Money;
}

const kinds: readonly TotalKind[] = ['available', 'locked', 'pending', 'staked', 'points'];
/** Lines that have a place only while they hold something. */
const passing: readonly TotalKind[] = ['pending', 'points'];

/** What the member holds in each state, whatever the unit; together they are the total. */
export function totalsByState({ balances, stakes }: Pick<Balances, 'balances' | 'stakes'>): StateTotal[] {
  return kinds.flatMap((kind) => {
    const held = balances.filter((balance) => kindOf(balance) === kind);
    const sum = held.reduce((total, balance) => {
      const value = balance.unit === 'CP' ? stakes.basis : balance.money;
      return total + minorOf(value);
    }, 0n);
    if (sum === 0n && passing.includes(kind)) return [];
    return [{ kind, money: money(sum, 'USD') }];
  });
}

/** Units of which there is something in the total. */
export const addedUnits = (balances: readonly Balance[]): Unit[] => [
  ...new Set(balances.flatMap(({ unit, money: held }) => (isZero(held) ? [] : [unit]))),
];

const kindOf = ({ unit, state }: Balance): TotalKind => (unit === 'RP' ? 'points' : state);

/** How large each is in the picture, in minor units: what is owed takes no place in it. */
export const shareOf = ({ money: held }: StateTotal): number => Math.max(0, Number(minorOf(held)));

/** Shares of the whole in whole percent, for the sentence that stands for the picture. */
export function percentages(totals: readonly StateTotal[]): number[] {
  const whole = totals.reduce((sum, total) => sum + shareOf(total), 0);
  return totals.map((total) => (whole === 0 ? 0 : Math.round((shareOf(total) / whole) * 100)));
}
