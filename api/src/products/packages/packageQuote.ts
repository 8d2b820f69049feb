import { money, moneyText } from '@trellis/api-contract';
import { AppError, fieldError } from '../../ground/errors.ts';
import { dayText, type UtcDay, utcDayOf } from '../../ground/utcDay.ts';
import type { PackageTerms } from './packageTerms.ts';

/** What a member asks for: a level by its name, or else an amount of their own. Amounts are minor units. */
export interface PackageOrder {
  readonly level?: string | undefined;
  readonly custom?: bigint | undefined;
  /** Of the price, paid in RP. */
  readonly rp: bigint;
  /** What the member saw and agreed to: less is refused, more is given. */
  readonly shownReward?: bigint | undefined;
  /** All else that they saw: anything other is refused. */
  readonly shown?: ShownPackage | undefined;
}

/** What a package was shown as, apart from its reward. */
export interface ShownPackage {
  readonly price: bigint;
  readonly days: number;
  readonly loops: number;
  /** The day of the last part. */
  readonly lastDay: UtcDay;
  readonly cancelUntil: Date | undefined;
}

/** What a package is, to the last minor unit and the last day, as the database has computed it. */
export interface PackageFigures {
  readonly planType: 'level' | 'custom';
  /** A custom one has the terms and the name of the dearest level it reaches. */
  readonly level: string;
  readonly price: bigint;
  readonly usd: bigint;
  readonly rp: bigint;
  readonly reward: bigint;
  readonly days: number;
  readonly startDay: UtcDay;
  readonly loops: readonly Loop[];
}

/** A part that comes back, with its part of the reward, at the beginning of a day. */
export interface Loop {
  readonly n: number;
  readonly dueAt: Date;
  readonly value: bigint;
  readonly reward: bigint;
}

/** Figures as SQL answers them. */
export interface FiguresRow {
  readonly planType: 'level' | 'custom';
  readonly level: string;
  readonly price: string;
  readonly rp: string;
  readonly reward: string;
  readonly days: number;
  readonly startDay: string;
  readonly loops: readonly {
    readonly n: number;
    readonly dueOn: string;
    readonly value: string;
    readonly reward: string;
  }[];
}

export function figuresOf({ planType, level, days, startDay, loops, ...row }: FiguresRow): PackageFigures {
  const [price, rp] = [BigInt(row.price), BigInt(row.rp)];
  return {
    planType,
    level,
    price,
    usd: price - rp,
    rp,
    reward: BigInt(row.reward),
    days,
    startDay: utcDayOf(new Date(startDay)),
    loops: loops.map(({ n, dueOn, value, reward }) => ({
      n,
      dueAt: new Date(dueOn),
      value: BigInt(value),
      reward: BigInt(reward),
    })),
  };
}

/** An order as SQL takes it. */
export const orderInSql = ({ level, custom, rp, shownReward, shown }: PackageOrder) => ({
  level,
  custom: custom?.toString(),
  rp: rp.toString(),
  shownReward: shownReward?.toString(),
  shown: shown && {
    ...shown,
    price: shown.price.toString(),
    lastDay: dayText(shown.lastDay),
    cancelUntil: shown.cancelUntil?.toISOString(),
  },
});

/** What packages are sold at, as SQL takes it. */
export const termsInSql = ({ levels, ...terms }: PackageTerms) => ({
  ...inSql(terms),
  levels: levels.map(inSql),
});

const inSql = (given: object): object =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  );

/** Why none is sold: the first reason that the member can do something about. */
export type PackageRefusal =
  | 'member.suspended'
  | 'member.country_needed'
  | 'package.closed'
  | 'package.level_unknown'
  | 'package.below_minimum'
  | 'money.above_maximum'
  | 'package.step'
  | 'package.rp_share'
  | 'package.terms_changed'
  | 'package.cancelled_often'
  | 'package.cancellable_full'
  | 'money.insufficient_balance';

export interface RefusedRow {
  readonly refused: PackageRefusal;
  readonly rpMaximum: string | null;
  /** What bounds who has the right to cancel: until when they buy nothing, and the most reward that can be promised to them. */
  readonly restsUntil: Date | null;
  readonly cancelRoom: string | null;
}

const usdText = (minor: bigint): string => moneyText(money(minor, 'USD'));

/** A refusal with the figures that explain it, at the field that it is about. */
export function explained(
  { refused, rpMaximum, restsUntil, cancelRoom }: RefusedRow,
  terms: PackageTerms,
  { custom }: PackageOrder,
): AppError {
  const path = custom === undefined ? 'level' : 'amount';
  switch (refused) {
    case 'package.below_minimum':
      return fieldError([{ path, code: refused, params: { minimum: usdText(terms.minimum) } }]);
    case 'money.above_maximum':
      return fieldError([{ path, code: refused, params: { maximum: usdText(terms.maximum) } }]);
    case 'package.step':
      return fieldError([
        { path, code: refused, params: { step: usdText(terms.step), minimum: usdText(terms.minimum) } },
      ]);
    case 'package.rp_share':
      return fieldError([{ path: 'rp', code: refused, params: { maximum: usdText(BigInt(rpMaximum ?? 0)) } }]);
    case 'package.level_unknown':
    case 'money.insufficient_balance':
      return fieldError([{ path, code: refused }]);
    case 'package.cancelled_often':
      return new AppError(refused, { params: { until: restsUntil?.toISOString() ?? '' } });
    case 'package.cancellable_full': {
      const room = BigInt(cancelRoom ?? 0);
      return new AppError(refused, { params: { maximum: moneyText(money(room > 0n ? room : 0n, 'USDP')) } });
    }
    case 'member.suspended':
    case 'member.country_needed':
    case 'package.closed':
    case 'package.terms_changed':
      return new AppError(refused);
  }
}
