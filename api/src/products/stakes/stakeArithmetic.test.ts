import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isRefused } from '../../ground/refused.ts';
import { dayMs, dayText, utcDayOf } from '../../ground/utcDay.ts';
import { systemAccount } from '../../ledger/accounts.ts';
import { Database } from '../../platform/db/database.ts';
import { legsOf } from '../../testing/model/amounts.ts';
import { type MaturityChoice, type MaturityWorld, mature } from '../../testing/model/maturity.ts';
import type { StakeContract } from '../../testing/model/stakeContract.ts';
import { startAmounts } from '../../testing/model/stakeJournals.ts';
import { quoteStake, type StakeRequest } from '../../testing/model/stakeQuote.ts';
import { Random } from '../../testing/random.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { inSql } from './stakeQuote.ts';
import type { StakeTerms } from './stakeTerms.ts';

/** What the product computes, alongside the model, on orders, contracts and moments of all kinds. `SEED=…` tries others. */
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
const random = new Random();
const below = (most: number): bigint => BigInt(random.below(most));
const maybe = <T>(value: () => T, one = 3): T | undefined => (random.below(one) === 0 ? value() : undefined);
const near = (border: bigint): bigint => {
  const at = border + BigInt(random.below(3) - 1);
  return at < 0n ? 0n : at;
};
const id = '00000000-0000-7000-8000-000000000001';
const scale = 100_000_000n;

const someTerms = (): StakeTerms => ({
  minimumCp: 100n * unit,
  maximumCp: random.pick([50_000n, 1_000n]) * unit,
  contractsMaximum: random.pick([12, 1]),
  termDays: random.pick([1, 30, 90]),
  aprPpm: random.pick([0n, 40_000n, 333_333n]),
  choiceClosesMs: random.pick([0, 60, 1_440]) * 60_000,
  withdrawalMinimum: random.pick([20n * unit, 1n]),
});
const someRate = () => {
  const [numerator = 1n, denominator = 1n] = random.pick([
    ...[33_330_000n, 314_160_000n, scale, scale + 1n, 9_712_345_000_000n, below(999_999_999) + 1n].map((subject) => [
      subject,
      scale,
    ]),
    ...[
      [103n, 100n],
      [1n, 3n],
      [7n * scale, 3n * scale],
    ],
  ]);
  return { numerator, denominator };
};

function someRequest(terms: StakeTerms): StakeRequest {
  const rate = someRate();
  const startedAt = new Date(Date.UTC(2026, 0, 1) + random.below(900) * dayMs + random.pick([0, dayMs - 1]));
  const cp = random.pick([near(terms.minimumCp), near(terms.maximumCp), below(60_000) * unit + below(1_000_000)]);
  const usd = random.below(2) ? (cp * rate.numerator) / rate.denominator + below(3) : undefined;
  return {
    id,
    ...(usd === undefined ? { cp } : { usd }),
    rate,
    usdAvailable: random.pick([10n ** 15n, below(100_000) * unit]),
    freePool: random.pick([10n ** 13n, 0n, below(3_000_000)]),
    contracts: random.pick([0, 0, 1, 12]),
    shownReward: maybe(() => random.pick([0n, below(3_000_000)])),
    shownMaturesOn: maybe(() => utcDayOf(startedAt) + terms.termDays - random.pick([0, 0, 1])),
    startedAt,
    open: random.below(12) > 0,
    suspended: random.below(12) === 0,
  };
}

test('a quote is what the model says', async () => {
  const cases = Array.from({ length: 1_500 }, () => {
    const terms = someTerms();
    return { terms, request: someRequest(terms) };
  });
  const rows = await database.rows<Record<string, unknown>>(
    `SELECT q.*, (SELECT json_agg(json_build_array(m.account::text, m.amount::text) ORDER BY m.leg)
                    FROM stake_moves(7, -q.cost, q.cp, q.cost, -q.reward, q.reward) m) AS legs
       FROM jsonb_array_elements($1) WITH ORDINALITY AS given (input, place)
       CROSS JOIN LATERAL quote_stake(input -> 'terms', input -> 'order', input -> 'facts', (input ->> 'free')::bigint) q ORDER BY place`,
    [
      JSON.stringify(
        cases.map(({ terms, request }) => ({
          terms: {
            ...{
              minimum: String(terms.minimumCp),
              maximum: String(terms.maximumCp),
              contracts: terms.contractsMaximum,
            },
            ...{ term_days: terms.termDays, apr_ppm: String(terms.aprPpm) },
          },
          order: inSql(request),
          facts: {
            ...{ numerator: String(request.rate.numerator), denominator: String(request.rate.denominator) },
            ...{ usd: String(request.usdAvailable), contracts: request.contracts, startedAt: request.startedAt },
            ...{ open: request.open, suspended: request.suspended },
          },
          free: String(request.freePool),
        })),
      ),
    ],
  );
  const seen = new Set<string>();
  cases.forEach(({ terms, request }, index) => {
    const quote = quoteStake(terms, request);
    const row = rows[index] ?? {};
    seen.add(isRefused(quote) ? quote.refused : 'quoted');
    if (isRefused(quote)) {
      expect({ request, refused: row.refused }).toEqual({ request, refused: quote.refused });
      return;
    }
    const { contract } = quote;
    expect({ terms, request, row }).toEqual({
      ...{ terms, request },
      row: {
        refused: null,
        ...{ cp: String(contract.cp), cost: String(quote.cost), change: String(quote.change) },
        ...{ fullReward: String(quote.fullReward), reward: String(contract.reward) },
        rewardCp: String((contract.reward * request.rate.denominator) / request.rate.numerator),
        ...{ startDay: dayText(utcDayOf(request.startedAt)), termDays: terms.termDays },
        maturesOn: dayText(utcDayOf(contract.maturesAt ?? new Date(0))),
        legs: textOf(startAmounts(contract)),
      },
    });
  });
  expect([...seen].toSorted()).toEqual([
    ...['member.suspended', 'money.above_maximum', 'money.below_minimum', 'money.insufficient_balance', 'quoted'],
    ...['stake.closed', 'stake.terms_changed', 'stake.too_many'],
  ]);
});

const textOf = (amounts: Parameters<typeof legsOf>[1]): string[][] =>
  legsOf('7', amounts)
    .toSorted((a, b) => (rank(a.account) < rank(b.account) ? -1 : 1))
    .map(({ account, amountMinor }) => [String(account), String(amountMinor)]);
const rank = (account: bigint): bigint =>
  account < 1_000n ? account + systemAccount('usdtSuspense') * 1_000n : account;

interface Case {
  readonly terms: StakeTerms;
  readonly contract: StakeContract;
  readonly startDay: number;
  readonly choice: MaturityChoice | undefined;
  readonly world: MaturityWorld;
}

function someCase(): Case {
  const terms = someTerms();
  const rate = someRate();
  const cp = random.pick([below(60_000), below(9)]) * unit + below(1_000_000) + 1n;
  const basis = (cp * rate.numerator + rate.denominator - 1n) / rate.denominator;
  const reward = random.pick([0n, below(40_000_000), (basis * 9n) / 1_000n]);
  const startDay = 20_500 + random.below(400);
  const end = startDay + random.pick([30, 90]);
  const waits = random.below(3) === 0;
  const option = random.pick([1, 2, 2, 3] as const);
  const chosenAt = new Date(
    waits
      ? (end + random.below(9)) * dayMs
      : end * dayMs - random.pick([0, 1, 60_000, 3_600_000, 3_600_001, 20 * dayMs]),
  );
  const choice: MaturityChoice | undefined =
    random.below(8) === 0
      ? undefined
      : {
          option,
          to: option === 1 ? 'balance' : option === 3 ? 'address' : random.pick(['balance', 'address']),
          acceptsFrom: random.pick([0n, 0n, below(9_000_000)]),
          acceptsDays: maybe(() => random.pick([terms.termDays, 89]), 5),
          acceptsFee: maybe(() => below(3) * unit),
          chosenAt,
        };
  return {
    terms,
    startDay,
    choice,
    contract: {
      ...{ id, rate, cp, basis, reward, term: random.below(3) + 1, payout: 0n, applications: random.below(3) },
      ...{ state: waits ? 'unlocked' : 'ongoing', termination: 'none' },
      maturesAt: waits ? undefined : new Date(end * dayMs),
    },
    world: {
      freePool: random.pick([10n ** 13n, 0n, below(9_000_000)]),
      usdAvailable: random.pick([0n, below(40) * unit, near(terms.withdrawalMinimum)]),
      usdSince: random.pick([0n, below(20) * unit]),
      payoutFee: maybe(() => below(3) * unit, 2),
      open: random.below(8) > 0,
      suspended: random.below(8) === 0,
      locked: random.below(8) === 0,
      addressUsable: random.below(4) > 0,
    },
  };
}

const maturityText = (at: Date | undefined): string | null => (at ? at.toISOString().slice(0, 10) : null);

test('what becomes of a contract is what the model says', async () => {
  const cases = Array.from({ length: 3_000 }, someCase);
  const rows = await database.rows<{ next: Record<string, unknown>; [column: string]: unknown }>(
    `SELECT m.outcome, m.reason, m.pays, to_jsonb(m.next) AS next,
            coalesce((SELECT json_agg(json_build_array(j.key, (SELECT json_agg(json_build_array(l.account::text, l.amount::text) ORDER BY l.leg)
                  FROM stake_moves(7, j.usd, j.cp, j.reserve, j.pool, j.promised) l)) ORDER BY j.place)
               FROM stake_journals(s.id, s.term, s.cp, s.basis, s.reward, (m.next).state, (m.next).applications, (m.next).cp,
                 (m.next).basis, (m.next).reward) j), '[]') AS journals
       FROM jsonb_array_elements($1) WITH ORDINALITY AS given (input, place)
       CROSS JOIN LATERAL jsonb_populate_record(NULL::stake, input -> 'stake') s
       CROSS JOIN LATERAL jsonb_to_record(input) AS w (apr integer, days integer, minimum bigint, free bigint, usd bigint, since bigint,
         open boolean, suspended boolean, locked boolean, usable boolean, fee bigint)
       CROSS JOIN LATERAL stake_maturity(s, w.apr, w.days, s.choice_closes, w.minimum, w.free, w.usd, w.since, w.open, w.suspended,
         w.locked, w.usable, w.fee) m ORDER BY place`,
    [
      JSON.stringify(
        cases.map(({ terms, contract, startDay, choice, world }) => ({
          stake: {
            ...{ id, state: contract.state, term: contract.term, applications: contract.applications, payout: 0 },
            ...{ rate_numerator: String(contract.rate.numerator), rate_denominator: String(contract.rate.denominator) },
            ...{ cp: String(contract.cp), basis: String(contract.basis), reward: String(contract.reward) },
            ...{ start_day: dayText(startDay), matures_on: maturityText(contract.maturesAt) },
            choice_closes: `${terms.choiceClosesMs / 60_000} minutes`,
            ...{ option: choice?.option, pay_to: choice?.to, accepts_from: choice?.acceptsFrom.toString() },
            ...{
              accepts_days: choice?.acceptsDays,
              accepts_fee: choice?.acceptsFee?.toString(),
              chosen_at: choice?.chosenAt,
            },
          },
          ...{ apr: String(terms.aprPpm), days: terms.termDays, minimum: String(terms.withdrawalMinimum) },
          ...{ free: String(world.freePool), usd: String(world.usdAvailable), since: String(world.usdSince ?? 0n) },
          ...{ open: world.open, suspended: world.suspended, locked: world.locked, usable: world.addressUsable },
          fee: world.payoutFee?.toString(),
        })),
      ),
    ],
  );
  const seen = new Set<string>();
  cases.forEach((each, index) => {
    const { outcome, reason, contract, journals } = mature(each.terms, each.contract, each.choice, each.world);
    const { next, ...row } = rows[index] ?? { next: {} };
    seen.add(`${outcome} ${reason ?? ''}`.trim());
    const payout = outcome === 'applied' || outcome === 'renewed_applied' ? contract.payout : 0n;
    expect({ each, row, next }).toMatchObject({
      each,
      row: {
        ...{ outcome, reason: reason ?? null, pays: String(payout) },
        // What is to be paid out is held by a function of its own.
        journals: journals
          .filter(({ key }) => !key.startsWith('stake-payout'))
          .map(({ key, amounts }) => [key, textOf(amounts)]),
      },
      next: {
        ...{
          state: contract.state,
          cp: Number(contract.cp),
          basis: Number(contract.basis),
          reward: Number(contract.reward),
        },
        ...{ term: contract.term, applications: contract.applications, matures_on: maturityText(contract.maturesAt) },
      },
    });
  });
  expect([...seen].toSorted()).toEqual([
    'applied',
    'renewed',
    'renewed_applied',
    'renewed_paid',
    ...['address', 'below_minimum', 'fee', 'locked', 'suspended'].map((reason) => `renewed_paid ${reason}`),
    'terminated below_minimum',
    ...[
      'address',
      'choice_too_late',
      'closed',
      'days',
      'fee',
      'locked',
      'no_choice',
      'reward',
      'suspended',
      'usd_first',
    ].map((reason) => `unlocked ${reason}`),
  ]);
});
