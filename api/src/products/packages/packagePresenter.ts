import { certificateName, money, wireAmount } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { dayText, utcDayOf } from '../../ground/utcDay.ts';
import { percentOf } from '../../ledger/decimalRatio.ts';
import { presentSale } from '../sale/saleTo.ts';
import type { OwnPackage } from './ownPackages.ts';
import type { Loop, PackageFigures } from './packageQuote.ts';
import type { PackageOffer, PackageQuote } from './packageService.ts';
import type { PackageTerms } from './packageTerms.ts';

/** Packages as members read them. What is paid is USD and RP; what comes back is USDP. */
export function presentOffer({
  sale,
  cancelDays,
  terms,
  usd,
  rp,
  levels,
}: PackageOffer): Omit<AnswerOf<'member', 'getPackageOffer'>, 'packages' | 'older' | 'totals'> {
  return {
    ...presentSale(sale),
    ...(cancelDays !== undefined && { cancelDays }),
    minimum: money(terms.minimum, 'USD'),
    maximum: money(terms.maximum, 'USD'),
    step: money(terms.step, 'USD'),
    loopDays: terms.loopDays,
    rpSharePercent: percentOf(terms.rpSharePpm),
    exchangeFeePercent: percentOf(terms.exchangeFeePpm),
    available: money(usd, 'USD'),
    rpAvailable: money(rp, 'RP'),
    levels: levels.map(({ level, price, loops, days, aprPpm, fullReward, reward }) => ({
      level,
      price: money(price, 'USD'),
      loops,
      days,
      aprPercent: percentOf(aprPpm),
      fullReward: money(fullReward, 'USDP'),
      reward: money(reward, 'USDP'),
    })),
  };
}

export function presentQuote(quote: PackageQuote, terms: PackageTerms): AnswerOf<'member', 'getPackageQuote'> {
  const { price, reward, fullReward, rpMaximum, bestUsd, zeroUsd } = quote;
  return {
    ...presentFigures(quote),
    rpMaximum: money(rpMaximum, 'RP'),
    fullReward: money(fullReward, 'USDP'),
    best: { usdp: money(price + reward, 'USDP'), usd: money(bestUsd, 'USD') },
    zero: { usdp: money(price, 'USDP'), usd: money(zeroUsd, 'USD') },
    exchangeFeePercent: percentOf(terms.exchangeFeePpm),
    cancelUntil: quote.cancelUntil,
  };
}

/** What was agreed. */
export const presentFigures = ({ planType, level, price, usd, rp, reward, days, loops }: PackageFigures) => ({
  planType,
  level,
  price: money(price, 'USD'),
  usd: money(usd, 'USD'),
  rp: money(rp, 'RP'),
  points: wireAmount(price, 'USD'),
  reward: money(reward, 'USDP'),
  days,
  loops: loops.map(presentLoop),
});

const presentLoop = ({ n, dueAt, value, reward }: Loop) => ({
  n,
  dueOn: dayText(utcDayOf(dueAt)),
  value: money(value, 'USDP'),
  reward: money(reward, 'USDP'),
});

/** @param now days are whole, and the same all day */
export function presentOwn(own: OwnPackage, now: Date): AnswerOf<'member', 'listPackages'>['packages'][number] {
  const { id, planType, level, price, rp, reward, startedAt, loops, cancelUntil, cancelledAt, certificate } = own;
  const dayOf = (date: string): number => utcDayOf(new Date(date));
  const lastDay = Math.max(...loops.map(({ dueOn }) => dayOf(dueOn)));
  return {
    id,
    planType,
    level,
    price: money(price, 'USD'),
    rp: money(rp, 'RP'),
    points: wireAmount(price, 'USD'),
    reward: money(reward, 'USDP'),
    days: lastDay - utcDayOf(startedAt),
    startedAt,
    loops: loops.map((loop) => ({
      n: loop.n,
      dueOn: loop.dueOn,
      value: money(loop.value, 'USDP'),
      reward: money(loop.reward, 'USDP'),
      releasedAt: loop.releasedAt,
    })),
    nextRelease: cancelledAt ? null : (loops.find(({ releasedAt }) => releasedAt === null)?.dueOn ?? null),
    remainingDays: cancelledAt ? 0 : Math.max(0, lastDay - utcDayOf(now)),
    released: loops.every(({ releasedAt }) => releasedAt !== null),
    cancelUntil: cancelUntil && !cancelledAt && now < cancelUntil ? cancelUntil : null,
    cancelledAt,
    certificate: certificate && { ...certificate, name: certificateName(level, certificate.serial) },
  };
}
