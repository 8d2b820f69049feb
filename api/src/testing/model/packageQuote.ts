import { isRefused, type Refused } from '../../ground/refused.ts';
import { beginningOf, type UtcDay, utcDayOf } from '../../ground/utcDay.ts';
import { lesser, shareOf } from '../../ledger/shares.ts';
import type { LevelTerms, PackageTerms } from '../../products/packages/packageTerms.ts';
import { fullReward, partOf } from './reward.ts';

/** What a member asks for, and what is true of them and of the pool at that moment. Amounts are minor units. */
export interface PackageRequest {
  /** A level by its name, or else an amount of one's own. */
  readonly level?: string | undefined;
  readonly custom?: bigint | undefined;
  /** Of the price, paid in RP. */
  readonly rp: bigint;
  readonly usdAvailable: bigint;
  readonly rpAvailable: bigint;
  /** What the pool still has to promise. */
  readonly freePool: bigint;
  /** What the member saw and agreed to: less is refused, more is given. */
  readonly shownReward?: bigint | undefined;
  /** All else that they saw: anything other is refused. */
  readonly shown?: ShownPackage | undefined;
  readonly startedAt: Date;
  /** In which it can be cancelled by the law of the member's country; 0: in none. */
  readonly cancelDays: number;
  /** Until then the member buys nothing, for they have cancelled often; `undefined`: they can. */
  readonly restsUntil?: Date | undefined;
  /** The most reward that can be promised to them while it can be cancelled; `undefined`: any. */
  readonly cancelRoom?: bigint | undefined;
  /** Whether packages are sold in the member's country. */
  readonly open: boolean;
  readonly suspended: boolean;
}

/** What a package was shown as, alongside its reward. */
export interface ShownPackage {
  readonly price: bigint;
  readonly days: number;
  readonly loops: number;
  /** The day of the last part. */
  readonly lastDay: UtcDay;
  readonly cancelUntil: Date | undefined;
}

/** In the order in which they are said: the first that the member can do something about. */
export type PackageRefusal =
  | 'member.suspended'
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

/** What a package is, to the last minor unit and the last day. */
export interface PackageQuote {
  readonly planType: 'level' | 'custom';
  /** A custom one has the terms and the name of the dearest level it reaches. */
  readonly level: string;
  readonly price: bigint;
  readonly usd: bigint;
  readonly rp: bigint;
  readonly rpMaximum: bigint;
  /** What the terms would give, and what is promised: no more than the pool has free. */
  readonly fullReward: bigint;
  readonly reward: bigint;
  readonly days: number;
  readonly startDay: UtcDay;
  readonly loops: readonly Loop[];
  /** Until then it can be cancelled. */
  readonly cancelUntil: Date | undefined;
  /** From then on it is volume for others, and an active package of its own. */
  readonly countedAt: Date;
}

/** A part that comes back, with its part of the reward, at the beginning of a day. */
export interface Loop {
  readonly n: number;
  readonly dueAt: Date;
  readonly value: bigint;
  readonly reward: bigint;
}

/** What a member would get for what they ask, or the first reason why not. */
export function quotePackage(terms: PackageTerms, request: PackageRequest): PackageQuote | Refused<PackageRefusal> {
  if (request.suspended) return { refused: 'member.suspended' };
  if (!request.open) return { refused: 'package.closed' };
  const result = request.custom === undefined ? namedLevel(terms, request.level) : reachedLevel(terms, request.custom);
  if (isRefused(result)) return result;

  const price = request.custom ?? result.price;
  const rpMaximum = shareOf(price, terms.rpSharePpm);
  if (request.rp > rpMaximum) return { refused: 'package.rp_share' };
  const { days, fullReward, reward } = earnings(terms, result, price, request.freePool);
  if (request.shownReward !== undefined && reward < request.shownReward) return { refused: 'package.terms_changed' };
  const startDay = utcDayOf(request.startedAt);
  // Whole days: the day of the purchase itself does not count.
  const cancelUntil = request.cancelDays > 0 ? beginningOf(startDay + request.cancelDays + 1) : undefined;
  const loops = loopsOf(price, reward, result.loops, terms.loopDays, startDay);
  const isAsShown = ({ shown }: PackageRequest): boolean =>
    shown === undefined ||
    (shown.price === price &&
      shown.days === days &&
      shown.loops === loops.length &&
      shown.lastDay === startDay + days &&
      shown.cancelUntil?.getTime() === cancelUntil?.getTime());
  if (!isAsShown(request)) return { refused: 'package.terms_changed' };
  if (request.restsUntil) return { refused: 'package.cancelled_often' };
  if (request.cancelRoom !== undefined && reward > request.cancelRoom) return { refused: 'package.cancellable_full' };
  const usd = price - request.rp;
  if (request.rp > request.rpAvailable || usd > request.usdAvailable) return { refused: 'money.insufficient_balance' };

  return {
    planType: request.custom === undefined ? 'level' : 'custom',
    level: result.level,
    price,
    usd,
    rp: request.rp,
    rpMaximum,
    fullReward,
    reward,
    days,
    startDay,
    loops,
    cancelUntil,
    countedAt: cancelUntil ?? request.startedAt,
  };
}

/** What a price has at a level's terms: until when, what these give, and what a pool with so much free can promise of it. */
export function earnings(
  { loopDays }: PackageTerms,
  { loops, aprPpm }: LevelTerms,
  price: bigint,
  freePool: bigint,
): Pick<PackageQuote, 'days' | 'fullReward' | 'reward'> {
  const days = loops * loopDays;
  const full = fullReward(price, aprPpm, days);
  return { days, fullReward: full, reward: lesser(full, freePool) };
}

const namedLevel = (terms: PackageTerms, level: string | undefined): LevelTerms | Refused<PackageRefusal> =>
  terms.levels.find((each) => each.level === level) ?? { refused: 'package.level_unknown' };

/** The level whose terms an amount has: the dearest that it reaches, in whatever order they are listed. */
function reachedLevel(terms: PackageTerms, amount: bigint): LevelTerms | Refused<PackageRefusal> {
  if (amount < terms.minimum) return { refused: 'package.below_minimum' };
  if (amount > terms.maximum) return { refused: 'money.above_maximum' };
  if ((amount - terms.minimum) % terms.step !== 0n) return { refused: 'package.step' };
  const dearestFirst = terms.levels.filter(({ price }) => price <= amount).sort((a, b) => (a.price < b.price ? 1 : -1));
  return dearestFirst[0] ?? { refused: 'package.level_unknown' };
}

/** Loop n falls due when the day begins that is n × `loopDays` after the day of the purchase. */
export const loopsOf = (
  value: bigint,
  reward: bigint,
  loops: number,
  loopDays: number,
  startDay: UtcDay,
): readonly Loop[] =>
  Array.from({ length: loops }, (_, index) => ({
    n: index + 1,
    dueAt: beginningOf(startDay + (index + 1) * loopDays),
    value: partOf(value, loops, index + 1),
    reward: partOf(reward, loops, index + 1),
  }));
