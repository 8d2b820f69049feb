import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isRefused } from '../../ground/refused.ts';
import { dayMs } from '../../ground/utcDay.ts';
import { Database } from '../../platform/db/database.ts';
import { type PackageRequest, quotePackage } from '../../testing/model/packageQuote.ts';
import { Random } from '../../testing/random.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { type FiguresRow, figuresOf, orderInSql, termsInSql } from './packageQuote.ts';
import type { PackageTerms } from './packageTerms.ts';

/** What the product computes, alongside the model, on orders and moments of all kinds. `SEED=…` tries others. */
let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const unit = 1_000_000n;
const names = ['Clear', 'Bronze', 'Silver', 'Gold'] as const;
const random = new Random();
const below = (most: number): bigint => BigInt(random.below(most));
const maybe = <T>(value: () => T, one = 3): T | undefined => (random.below(one) === 0 ? value() : undefined);
/** Around a border, or anywhere. */
const near = (border: bigint): bigint => {
  const at = border + BigInt(random.below(3) - 1);
  return random.below(3) === 0 || at < 0n ? BigInt(random.below(40_000)) * unit + below(3) : at;
};

function someTerms(): PackageTerms {
  const prices = [100n, 300n, 500n, 1_000n].map((price) => price * unit);
  return {
    minimum: random.pick([100n, 110n]) * unit,
    maximum: random.pick([1_000n, 30_000n]) * unit,
    step: random.pick([10n * unit, 1n]),
    loopDays: random.pick([1, 7, 30, 31]),
    rpSharePpm: random.pick([0n, 200_000n, 333_333n]),
    exchangeFeePpm: 3_000n,
    levels: random.shuffle(
      names.map((level, index) => ({
        level,
        // Some levels may cost the same.
        price: random.below(6) === 0 ? 500n * unit : (prices[index] ?? 0n),
        loops: random.below(12) + 1,
        aprPpm: random.pick([0n, 20_000n, 33_333n, 600_000n]),
      })),
    ),
  };
}

function someRequest(terms: PackageTerms): PackageRequest {
  const startedAt = new Date(Date.UTC(2026, 0, 1) + random.below(900) * dayMs + random.pick([0, 1, dayMs - 1]));
  const cancelDays = random.pick([0, 0, 1, 20]);
  const price = random.pick(terms.levels).price;
  const request: PackageRequest = {
    ...(random.below(2) ? { level: random.pick([...names, 'Platinum']) } : {}),
    custom: maybe(
      () => random.pick([near(terms.minimum), near(terms.maximum), near(price), price + below(30) * unit]),
      2,
    ),
    rp: random.pick([0n, near((price * terms.rpSharePpm) / unit), below(50) * unit]),
    usdAvailable: random.pick([1_000_000n * unit, near(price)]),
    rpAvailable: random.pick([1_000_000n * unit, below(30) * unit]),
    freePool: random.pick([1_000_000n * unit, 0n, below(3_000_000)]),
    shownReward: maybe(() => random.pick([0n, below(3_000_000)])),
    startedAt,
    cancelDays,
    restsUntil: maybe(() => startedAt, 12),
    cancelRoom: maybe(() => below(3_000_000), 8),
    open: random.below(15) > 0,
    suspended: random.below(15) === 0,
  };
  const quote = quotePackage(terms, request);
  if (isRefused(quote) || random.below(2)) return request;
  const shown = { price: quote.price, days: quote.days, loops: quote.loops.length, cancelUntil: quote.cancelUntil };
  const wrong = random.pick([
    {},
    {},
    { price: quote.price + 1n },
    { days: 1 },
    { loops: 99 },
    { lastDay: 1 },
    { cancelUntil: startedAt },
  ]);
  return { ...request, shown: { ...shown, lastDay: quote.startDay + quote.days, ...wrong } };
}

test('the product computes what the model does', async () => {
  const cases = Array.from({ length: 1_500 }, () => {
    const terms = someTerms();
    return { terms, request: someRequest(terms) };
  });
  const rows = await database.rows<
    FiguresRow & { refused: string | null; rpMaximum: string; fullReward: string; cancelUntil: Date | null }
  >(
    `SELECT q.refused, q."planType", q.level, q.price, q.rp, q."rpMaximum", q."fullReward", q.reward, q.loops * q."loopDays" AS days,
            q."startDay", q."cancelUntil", package_parts_json(q.price, q.reward, q.loops, q."loopDays", q."startDay") AS loops
       FROM jsonb_array_elements($1) WITH ORDINALITY AS given (input, place)
       CROSS JOIN LATERAL quote_package(input -> 'terms', input -> 'order', input -> 'facts', (input ->> 'freePool')::bigint) q
      ORDER BY place`,
    [
      JSON.stringify(
        cases.map(({ terms, request }) => ({
          terms: termsInSql(terms),
          order: orderInSql(request),
          facts: {
            ...{ startedAt: request.startedAt, cancelDays: request.cancelDays, open: request.open },
            ...{ suspended: request.suspended, restsUntil: request.restsUntil },
            usd: String(request.usdAvailable),
            rp: String(request.rpAvailable),
            cancelRoom: request.cancelRoom?.toString(),
          },
          freePool: String(request.freePool),
        })),
      ),
    ],
  );
  const seen = new Set<string>();
  cases.forEach(({ terms, request }, index) => {
    const quote = quotePackage(terms, request);
    const row = rows[index];
    if (!row) throw new Error('each has an answer');
    seen.add(isRefused(quote) ? quote.refused : quote.planType);
    if (isRefused(quote)) {
      expect({ terms, request, refused: row.refused }).toEqual({ terms, request, refused: quote.refused });
      return;
    }
    const { rpMaximum, fullReward, cancelUntil } = row;
    const result = { ...figuresOf(row), rpMaximum: BigInt(rpMaximum), fullReward: BigInt(fullReward), cancelUntil };
    const { countedAt: _counted, ...expected } = quote;
    expect({ terms, request, refused: row.refused, found: result }).toEqual({
      ...{ terms, request, refused: null },
      found: { ...expected, cancelUntil: quote.cancelUntil ?? null },
    });
  });
  expect([...seen].toSorted()).toEqual([
    ...['custom', 'level', 'member.suspended', 'money.above_maximum', 'money.insufficient_balance'],
    ...['package.below_minimum', 'package.cancellable_full', 'package.cancelled_often', 'package.closed'],
    ...['package.level_unknown', 'package.rp_share', 'package.step', 'package.terms_changed'],
  ]);
});
