import { z } from 'zod';
import { dayText, type UtcDay, utcDayOf } from '../../ground/utcDay.ts';
import type { Database } from '../../platform/db/database.ts';
import { certificateOf } from '../../products/packages/certificate.ts';
import { orderInSql, termsInSql } from '../../products/packages/packageQuote.ts';
import type { PackageTerms } from '../../products/packages/packageTerms.ts';
import { amount, count, instant, percent, positive } from './fields.ts';
import { type Legs, legsOf, writeAmount, writeInstant, writeLegs, writeMinor } from './writing.ts';

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

/** A part, and what its release moves, under which key. */
interface PartRow {
  readonly n: number;
  readonly dueOn: string;
  readonly value: string;
  readonly reward: string;
  readonly legs: Legs;
}

interface QuoteRow {
  readonly refused: string | null;
  readonly planType: string;
  readonly level: string;
  readonly price: string;
  readonly rp: string;
  readonly rpMaximum: string;
  readonly fullReward: string;
  readonly reward: string;
  readonly days: number;
  readonly startDay: string;
  readonly cancelUntil: Date | null;
  readonly bestUsd: string;
  readonly zeroUsd: string;
  readonly legs: Legs;
  readonly parts: readonly PartRow[];
}

/** `plan:schedule`: packages to the last unit and day, each from its purchase to a moment of its life. */
export async function planSchedule(database: Database, inputs: readonly PlanInput[]): Promise<object[]> {
  const rows = await database.rows<QuoteRow>(
    `SELECT q.refused, q."planType", q.level, q.price, q.rp, q."rpMaximum", q."fullReward", q.reward, q.loops * q."loopDays" AS days,
            q."startDay", q."cancelUntil", without_fee(q.price + q.reward, fee) AS "bestUsd", without_fee(q.price, fee) AS "zeroUsd",
            ${legsOf('package_purchase_legs(0, q.price, q.rp, q.reward)')} AS legs,
            (SELECT json_agg(json_build_object('n', p.n, 'dueOn', p.due_on, 'value', p.value::text, 'reward', p.reward::text,
                 'legs', ${legsOf('package_release_legs(0, p.value, p.reward)')}) ORDER BY p.n)
               FROM package_parts(q.price, q.reward, q.loops, q."loopDays", q."startDay") p) AS parts
       FROM jsonb_array_elements($1) WITH ORDINALITY AS given (input, place)
       CROSS JOIN LATERAL (SELECT (input -> 'terms' ->> 'exchangeFeePpm')::bigint AS fee) f
       CROSS JOIN LATERAL quote_package(input -> 'terms', input -> 'order', input -> 'facts', (input ->> 'freePool')::bigint) q
      ORDER BY place`,
    [JSON.stringify(inputs.map(inSql))],
  );
  return rows.map((row, index) => written(row, inputs[index] as PlanInput));
}

const inSql = ({ terms, freePool, usdAvailable, rpAvailable, ...input }: PlanInput) => ({
  terms: termsInSql(terms),
  order: orderInSql(input),
  facts: {
    startedAt: input.startedAt.toISOString(),
    cancelDays: input.cancelDays,
    open: input.open,
    suspended: input.suspended,
    usd: usdAvailable.toString(),
    rp: rpAvailable.toString(),
  },
  freePool: freePool.toString(),
});

function written(row: QuoteRow, input: PlanInput): object {
  if (row.refused !== null) return { refused: row.refused };
  const { startDay, cancelUntil, days } = row;
  const [price, reward, rp] = [BigInt(row.price), BigInt(row.reward), BigInt(row.rp)];
  return {
    planType: row.planType,
    level: row.level,
    price: writeAmount(price),
    value: writeAmount(price),
    points: writeAmount(price),
    usd: writeAmount(price - rp),
    rp: writeAmount(rp),
    rpMaximum: writeMinor(row.rpMaximum),
    fullReward: writeMinor(row.fullReward),
    reward: writeAmount(reward),
    freePoolAfter: writeAmount(input.freePool - reward),
    bestCase: { usdp: writeAmount(price + reward), usd: writeMinor(row.bestUsd) },
    zeroCase: { usdp: writeAmount(price), usd: writeMinor(row.zeroUsd) },
    days,
    startedOn: startDay,
    endsOn: dayText(endDay(row)),
    cancelUntil: cancelUntil ? writeInstant(cancelUntil) : null,
    countedAt: writeInstant(cancelUntil ?? input.startedAt),
    loops: row.parts.map(writeLoop),
    journal: writeLegs(row.legs),
    asOf: lifeAt(row, input),
    ...(input.certificate && { certificate: writeCertificate(row, input, input.certificate) }),
  };
}

const writeLoop = ({ n, dueOn, value, reward }: PartRow) => ({
  n,
  dueAt: writeInstant(new Date(dueOn)),
  value: writeMinor(value),
  reward: writeMinor(reward),
  usdp: writeAmount(BigInt(value) + BigInt(reward)),
});

const endDay = ({ startDay, days }: QuoteRow): UtcDay => utcDayOf(new Date(startDay)) + days;

/** What is locked, released and still to come at a moment, and what should be released by then. */
function lifeAt(row: QuoteRow, { contract, asOf: now, releasedLoops }: PlanInput): object {
  const released = new Set(releasedLoops);
  const done = row.parts.filter(({ n }) => released.has(n));
  const total = (field: 'value' | 'reward'): bigint => done.reduce((sum, part) => sum + BigInt(part[field]), 0n);
  const [value, reward] = [total('value'), total('reward')];
  return {
    remainingDays: Math.max(0, endDay(row) - utcDayOf(now)),
    locked: writeAmount(BigInt(row.price) - value),
    releasedUsdp: writeAmount(value + reward),
    rewardPaid: writeAmount(reward),
    rewardPromised: writeAmount(BigInt(row.reward) - reward),
    released: done.length === row.parts.length,
    due: row.parts
      .filter(({ n, dueOn }) => new Date(dueOn) <= now && !released.has(n))
      .map(({ n, legs }) => ({ loop: n, key: `package-loop:${contract}:${n}`, journal: writeLegs(legs) })),
  };
}

const writeCertificate = (
  { level, planType, price, reward, days, parts }: QuoteRow,
  { contract, startedAt }: PlanInput,
  { serial, previous }: { serial: number; previous: string },
): object =>
  certificateOf({
    contract,
    serial,
    previous,
    level,
    planType,
    price: writeMinor(price),
    value: writeMinor(price),
    points: writeMinor(price),
    reward: writeMinor(reward),
    stakeDays: days,
    loops: parts.length,
    startedAt,
  });
