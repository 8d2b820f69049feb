import { money } from '@trellis/api-contract';
import type { AnswerOf, RuleValue } from '@trellis/api-contract/schemas';
import { dayText, type UtcDay } from '../../ground/utcDay.ts';
import { decimalRatio, percentOf } from '../../ledger/decimalRatio.ts';
import { ppmOf, shareOf } from '../../ledger/shares.ts';
import { presentSale, type Sale } from '../sale/saleTo.ts';
import { carriedForward, expiredInMonth } from './carriedForward.ts';
import { bothSides, type Lot, lastDayOf, type Sides, volumeOf } from './carry.ts';
import { firstDayOf, type MonthText, monthAfter, monthOf } from './months.ts';
import type { PerformanceFacts, PerformanceLine, TeamDay } from './performanceFacts.ts';

type Reported = AnswerOf<'member', 'getTeamPerformance'>;
type Sums = Reported['sums'];

/** What decides about a member's bonus now. Minor units. */
export interface BonusNow {
  readonly terms: RuleValue<'bonusTerms'>;
  /** `null`: no package is active. */
  readonly level: string | null;
  readonly capADay: bigint;
  readonly ownValue: bigint;
}

interface Shown {
  readonly month: MonthText;
  /** The month that runs. */
  readonly runs: MonthText;
  readonly bars: readonly MonthText[];
  readonly sale: Sale;
  readonly now: BonusNow;
}

/** Lots that are reported one by one; what lasts longest is shown in one. */
const lotsShown = 6;

const usd = (minor: bigint) => money(minor, 'USD');
const sum = <T>(items: readonly T[], amountOf: (item: T) => bigint): bigint =>
  items.reduce((total, item) => total + amountOf(item), 0n);

/** A month as its member reads it. */
export function presentPerformance(facts: PerformanceFacts, { month, runs, bars, sale, now }: Shown): Reported {
  const { closedThrough, lines, paidByMonth, paidThisMonth } = facts;
  const [from, to] = [firstDayOf(month), firstDayOf(monthAfter(month, 1)) - 1];
  const days = facts.days.filter(({ day }) => day >= from && day <= to);
  const { carryDays, budgetPercent, rpPercent, ownValuePercent } = now.terms;
  const missed = (isMissed: (line: PerformanceLine) => boolean) =>
    usd(sum(lines.filter(isMissed), ({ directPoints, directPpm }) => shareOf(directPoints, directPpm)));
  return {
    month,
    months: { first: monthOf(facts.joinedOn), last: runs },
    asOf: facts.asOf,
    closedThrough: closedThrough === undefined ? null : dayText(closedThrough),
    ...presentSale(sale),
    total: usd(sum(days, ({ volume }) => volume.left + volume.right)),
    ...bothSides((side) => ({
      sales: salesOf(days)[side],
      people: days.reduce((total, { people }) => total + people[side], 0),
    })),
    sums: sumsOf(lines),
    missed: {
      noPackage: missed(({ hadBudget, qualified }) => hadBudget && !qualified),
      noBudget: missed(({ hadBudget }) => !hadBudget),
    },
    percents: {
      direct: samePercent(lines, ({ directPpm }) => directPpm),
      pairing: samePercent(lines, ({ pairingPpm }) => pairingPpm),
    },
    expired: month === runs ? expiredReported(facts, from) : null,
    carry:
      month === runs && closedThrough !== undefined
        ? { asOf: dayText(closedThrough), ...shownCarry(carriedForward(facts), carryDays) }
        : null,
    now: {
      level: now.level,
      countsFrom: facts.countsFrom,
      capADay: usd(now.capADay),
      monthLimit: ownValuePercent === null ? null : usd(shareOf(now.ownValue, ppmOf(ownValuePercent))),
      paidThisMonth: usd(paidThisMonth),
      carryDays,
      budgetPercent,
      rpPercent,
      ownValuePercent,
    },
    bars: bars.map((each) => ({
      month: each,
      paid: usd(paidByMonth.get(each) ?? 0n),
      sales: salesOf(facts.days.filter(({ day }) => monthOf(day) === each)),
    })),
    days: daysReported(days, lines),
  };
}

const salesOf = (days: readonly TeamDay[]) => bothSides((side) => usd(sum(days, ({ volume }) => volume[side])));

/** Shown alone: nothing is computed with it. */
export const factorOf = (paid: bigint, due: bigint): string | null =>
  due === 0n ? null : decimalRatio((paid * 10_000n) / due, 10_000n, 4, 4);

function sumsOf(lines: readonly PerformanceLine[]): Sums {
  const total = (field: 'matched' | 'direct' | 'pairing' | 'cut' | 'overLimit' | 'due' | 'paid' | 'rp'): bigint =>
    sum(lines, (line) => line[field]);
  const [due, paid, rp] = [total('due'), total('paid'), total('rp')];
  return {
    matched: usd(total('matched')),
    directPoints: usd(
      sum(
        lines.filter(({ direct }) => direct > 0n),
        ({ directPoints }) => directPoints,
      ),
    ),
    direct: usd(total('direct')),
    pairing: usd(total('pairing')),
    cut: usd(total('cut')),
    overLimit: usd(total('overLimit')),
    due: usd(due),
    paid: usd(paid),
    usdp: money(paid - rp, 'USDP'),
    rp: money(rp, 'RP'),
    factor: factorOf(paid, due),
  };
}

function samePercent(lines: readonly PerformanceLine[], amountOf: (line: PerformanceLine) => bigint): string | null {
  const rates = new Set(lines.map(amountOf));
  const [only] = rates;
  return rates.size === 1 && only !== undefined ? percentOf(only) : null;
}

function expiredReported(facts: PerformanceFacts, monthFrom: UtcDay): Reported['expired'] {
  // Before the first day of the month is closed nothing can have expired in it.
  const isClosed = facts.closedThrough !== undefined && facts.closedThrough >= monthFrom;
  const expired = isClosed
    ? expiredInMonth(
        facts,
        sum(facts.lines, ({ matched }) => matched),
      )
    : undefined;
  return bothSides((side) => usd(expired?.[side] ?? 0n));
}

function shownCarry(carried: Sides<readonly Lot[]>, carryDays: number) {
  return bothSides((side) => {
    const lots = carried[side];
    const [first, rest] = [lots.slice(0, lotsShown - 1), lots.slice(lotsShown - 1)];
    const last = rest.at(-1);
    return {
      volume: usd(volumeOf(lots)),
      lots: [...first, ...(last ? [{ day: last.day, volume: volumeOf(rest) }] : [])].map((lot) => ({
        lastDay: dayText(lastDayOf(lot, carryDays)),
        volume: usd(lot.volume),
      })),
    };
  });
}

function daysReported(days: readonly TeamDay[], lines: readonly PerformanceLine[]): Reported['days'] {
  const known = new Map(days.map((each) => [each.day, each]));
  const byDay = new Map(lines.map((line) => [line.day, line]));
  return [...new Set([...known.keys(), ...byDay.keys()])]
    .toSorted((a, b) => b - a)
    .map((day) => {
      const line = byDay.get(day);
      const brought = known.get(day);
      return {
        day: dayText(day),
        ...bothSides((side) => ({
          sales: usd(brought?.volume[side] ?? 0n),
          people: brought?.people[side] ?? 0,
        })),
        bonus: line ? lineReported(line) : null,
      };
    });
}

const lineReported = (line: PerformanceLine): NonNullable<Reported['days'][number]['bonus']> => ({
  ...sumsOf([line]),
  // Also of a day that paid nothing for them, which is then said.
  directPoints: usd(line.directPoints),
  stock: bothSides((side) => usd(line.stock[side])),
  cap: usd(line.cap),
  qualified: line.qualified,
  arrived: line.arrived || line.paid === 0n,
  held: line.held,
});
