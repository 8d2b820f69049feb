import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { brokenBooks } from '../testing/bareNodes.ts';
import { command } from '../testing/ledgerCommands.ts';
import { LedgerPair } from '../testing/ledgerPair.ts';
import { setExchangeRate } from '../testing/marketRates.ts';
import { RealLedger } from '../testing/realLedger.ts';
import { setLimit } from '../testing/rules.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import type { ModelRate, ModelRule, Outcome } from './model.ts';

/**
 * The same random commands on the model and on Postgres. After every step: the same outcome, the same balance and
 * history of every account, the same statements. At the end: every invariant of the ledger, by the verifier's own SQL.
 * `SEED=… npx jest model` repeats a run; `RUNS=1000` makes it long.
 */
const seed = Number(process.env.SEED ?? 20_261);
const runs = Number(process.env.RUNS ?? 60);
/** No measure of speed: only what hangs for ever shall end. */
const perRunMs = 10_000;
const rule: ModelRule = { minimum: 5n, maximum: 300n, dayMaximum: 300n };
/** Seven for nine, so that credits and fees have something to round. */
const rate: ModelRate = { numerator: 7n, denominator: 9n, feePpm: 12_345n, validSeconds: 30 };
const openingMinor = 600n;

let own: TestDatabase;
let real: RealLedger;

beforeAll(async () => {
  own = await createTestDatabase();
  real = new RealLedger(own);
  for (const operation of ['transfer', 'exchange'] as const) await setLimit(own, { operation, ...rule });
  await setExchangeRate(own, {
    numerator: rate.numerator.toString(),
    denominator: rate.denominator.toString(),
    feePpm: rate.feePpm.toString(),
    from: `'2001-01-01'`,
  });
});
afterAll(async () => {
  await real.close();
  await own.drop();
});

const outcomes: readonly Outcome[] = [
  'done',
  'replayed',
  'idempotency.key_reused',
  'money.insufficient_balance',
  'money.below_minimum',
  'money.above_maximum',
  'money.daily_limit',
  'money.hold_ended',
  'money.not_reversible',
  'exchange.quote_expired',
];

test(
  'model and Postgres agree on every outcome, balance, history and statement',
  async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 40 }), async (commands) => {
        const pair = await LedgerPair.start(real, rule, rate, openingMinor);
        for (const [index, step] of commands.entries()) {
          for (const { expected, actual } of await pair.run(step, `key-${index}`)) {
            seen.add(actual);
            expect({ index, step, outcome: actual }).toEqual({ index, step, outcome: expected });
          }
          const [balances, statements] = [await pair.books.balances(), await pair.books.statements()];
          expect({ index, step, balances: balances.postgres }).toEqual({ index, step, balances: balances.model });
          expect({ index, step, statements: statements.postgres }).toEqual({
            index,
            step,
            statements: statements.model,
          });
        }
      }),
      { seed, numRuns: runs },
    );
    // Commands that never met a refusal would prove little.
    expect([...seen].sort()).toEqual([...outcomes].sort());
    expect(await brokenBooks(own.url)).toEqual([]);
  },
  perRunMs * runs,
);
