import { z } from 'zod';
import { isRefused } from '../../ground/refused.ts';
import { dayText, utcDayOf } from '../../ground/utcDay.ts';
import { withoutFee } from '../../ledger/reward.ts';
import { certificateOf } from '../../products/packages/certificate.ts';
import { dueLoops, purchaseAmounts, releaseAmounts, releaseKey } from '../../products/packages/packageJournals.ts';
import { type Loop, type PackageQuote, quotePackage } from '../../products/packages/packageQuote.ts';
import type { PackageTerms } from '../../products/packages/packageTerms.ts';
import { amount, count, instant, percent, positive } from './fields.ts';
import { writeAmount, writeAmounts, writeInstant } from './writing.ts';

const terms = z
  .object({
    minimum: amount,
    maximum: amount,
    step: amount.refine((step) => step > 0n),
    loopDays: positive,
    rpSharePercent: percent,
    exchangeFeePercent: percent,
    levels: z.array(
      z
        .object({ level: z.string(), price: amount, loops: positive, aprPercent: percent })
        .transform(({ aprPercent, ...level }) => ({ ...level, aprPpm: aprPercent })),
    ),
  })
  .transform(
    ({ rpSharePercent, exchangeFeePercent, ...given }): PackageTerms => ({
      ...given,
      rpSharePpm: rpSharePercent,
      exchangeFeePpm: exchangeFeePercent,
    }),
  );

export const planInput = z.object({
  contract: z.string(),
  terms,
  level: z.string().optional(),
  custom: amount.optional(),
  rp: amount,
  usdAvailable: amount,
  rpAvailable: amount,
  freePool: amount,
  shownReward: amount.optional(),
  startedAt: instant,
  cancelDays: count,
  open: z.boolean(),
  suspended: z.boolean(),
  releasedLoops: z.array(positive),
  asOf: instant,
  certificate: z.object({ serial: positive, previous: z.string() }).optional(),
});
type PlanInput = z.output<typeof planInput>;

/** `plan:schedule`: a package to the last unit and day, from its purchase to a moment of its life. */
export function planSchedule(input: PlanInput): object {
  const { terms, freePool } = input;
  const quote = quotePackage(terms, input);
  if (isRefused(quote)) return quote;
  const { price, reward, fullReward, rp, usd, rpMaximum, days, startDay, cancelUntil, countedAt, loops } = quote;
  const comesBack = (usdp: bigint) => ({
    usdp: writeAmount(usdp),
    usd: writeAmount(withoutFee(usdp, terms.exchangeFeePpm)),
  });
  return {
    planType: quote.planType,
    level: quote.level,
    price: writeAmount(price),
    value: writeAmount(price),
    points: writeAmount(price),
    usd: writeAmount(usd),
    rp: writeAmount(rp),
    rpMaximum: writeAmount(rpMaximum),
    fullReward: writeAmount(fullReward),
    reward: writeAmount(reward),
    freePoolAfter: writeAmount(freePool - reward),
    bestCase: comesBack(price + reward),
    zeroCase: comesBack(price),
    days,
    startedOn: dayText(startDay),
    endsOn: dayText(endDay(quote)),
    cancelUntil: cancelUntil ? writeInstant(cancelUntil) : null,
    countedAt: writeInstant(countedAt),
    loops: loops.map(writeLoop),
    journal: writeAmounts(purchaseAmounts(quote)),
    asOf: lifeAt(quote, input),
    ...(input.certificate && { certificate: writeCertificate(quote, input, input.certificate) }),
  };
}

const writeLoop = ({ n, dueAt, value, reward }: Loop) => ({
  n,
  dueAt: writeInstant(dueAt),
  value: writeAmount(value),
  reward: writeAmount(reward),
  usdp: writeAmount(value + reward),
});

const endDay = ({ startDay, days }: PackageQuote): number => startDay + days;

/** What is locked, released and still to come at a moment, and what should be released by then. */
function lifeAt(quote: PackageQuote, { contract, asOf: now, releasedLoops }: PlanInput): object {
  const released = new Set(releasedLoops);
  const done = quote.loops.filter(({ n }) => released.has(n));
  const total = (of: (loop: Loop) => bigint): bigint => done.reduce((sum, loop) => sum + of(loop), 0n);
  const [value, reward] = [total((loop) => loop.value), total((loop) => loop.reward)];
  return {
    remainingDays: Math.max(0, endDay(quote) - utcDayOf(now)),
    locked: writeAmount(quote.price - value),
    releasedUsdp: writeAmount(value + reward),
    rewardPaid: writeAmount(reward),
    rewardPromised: writeAmount(quote.reward - reward),
    released: done.length === quote.loops.length,
    due: dueLoops(quote.loops, released, now).map((loop) => ({
      loop: loop.n,
      key: releaseKey(contract, loop.n),
      journal: writeAmounts(releaseAmounts(loop)),
    })),
  };
}

const writeCertificate = (
  quote: PackageQuote,
  { contract, startedAt }: PlanInput,
  { serial, previous }: { serial: number; previous: string },
): object =>
  certificateOf({
    contract,
    serial,
    previous,
    level: quote.level,
    planType: quote.planType,
    price: writeAmount(quote.price),
    value: writeAmount(quote.price),
    points: writeAmount(quote.price),
    reward: writeAmount(quote.reward),
    stakeDays: quote.days,
    loops: quote.loops.length,
    startedAt,
  });
