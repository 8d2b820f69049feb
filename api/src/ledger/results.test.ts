import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readSchema } from '../platform/db/schemaSource.ts';
import { brokenBooks, placeBareNodes } from '../testing/bareNodes.ts';
import { MoneySteps } from '../testing/moneySteps.ts';
import { readTable } from '../testing/moneyTable.ts';
import { setLimit } from '../testing/rules.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { explainPostingError } from './refusals.ts';

/**
 * Every result that the money core can give, one line each, in the order in which it happens. Amounts are whole minor
 * units. A transfer is 5 to 500 and 800 a day, and so is what is given in an exchange. `TR…` is an error of whoever
 * calls the functions, which no member can bring about.
 */
const table = `
  # step    what is asked                         key  result

  # Money comes in once, whatever is sent again under the same key.
  open      ann 1000 USD                          o1   done
  open      ann 1000 USD                          o1   replayed
  open      ann 1001 USD                          o1   idempotency.key_reused
  balances  ann 1000 USD, bob 0 USD

  # A transfer: its key, its limits, its funds.
  transfer  ann to bob 100                        t1   done
  transfer  ann to bob 100                        t1   replayed
  transfer  ann to bob 101                        t1   idempotency.key_reused
  transfer  bob to ann 100                        t1   done
  transfer  ann to bob 4                               money.below_minimum
  transfer  ann to bob 5                               done
  transfer  ann to bob 501                             money.above_maximum
  transfer  bob to ann 6                               money.insufficient_balance
  balances  ann 995 USD, bob 5 USD
  transfer  ann to bob 500                             done
  transfer  ann to bob 196                             money.daily_limit
  transfer  ann to bob 195                             done
  transfer  ann to bob 5                               money.daily_limit
  balances  ann 300 USD, bob 700 USD

  # A refusal leaves its key unused, and counts against no limit.
  transfer  bob to ann 4                          t2   money.below_minimum
  transfer  bob to ann 400                        t2   done
  balances  ann 700 USD, bob 300 USD

  # What is held cannot be spent. A hold ends once: settled whole or in part, or released.
  hold      ann 300                               h1   done
  hold      ann 300                               h1   replayed
  hold      ann 299                               h1   idempotency.key_reused
  hold      ann 401                                    money.insufficient_balance
  balances  ann 400 USD, ann 300 pending, fee 0 USD
  settle    ann 0 of h1                                TR022
  settle    ann 301 of h1                              TR022
  settle    ann 300 of h1                         s1   done
  settle    ann 300 of h1                         s1   replayed
  release   ann h1                                s1   idempotency.key_reused
  settle    ann 300 of h1                              money.hold_ended
  release   ann h1                                     money.hold_ended
  balances  ann 400 USD, ann 0 pending, fee 300 USD
  hold      ann 200                               h2   done
  settle    ann 50 of h2                               done
  balances  ann 350 USD, ann 0 pending, fee 350 USD
  hold      ann 100                               h3   done
  release   ann h3                                r3   done
  release   ann h3                                r3   replayed
  settle    ann 100 of h3                              money.hold_ended
  balances  ann 350 USD, ann 0 pending, fee 350 USD

  # A journal is reversed once, if the money is still there; a hold and a reversal are not.
  transfer  bob to ann 300                        t3   done
  reverse   bob t3                                v3   done
  reverse   bob t3                                v3   replayed
  reverse   bob t2                                v3   idempotency.key_reused
  reverse   bob t3                                     money.not_reversible
  reverse   bob v3                                     money.not_reversible
  reverse   ann h3                                     money.not_reversible
  reverse   ann s1                                     money.not_reversible
  reverse   ann t3                                     money.not_reversible
  balances  ann 350 USD, bob 300 USD
  reverse   bob t2                                     money.insufficient_balance
  open      ann 100 USD                                done
  reverse   bob t2                                     done
  balances  ann 50 USD, bob 700 USD

  # An exchange does what its quote says, once. Fees round up, credits down, and the remainder is kept apart.
  open      cat 1000 USD                               done
  quote     cat 100 RP to USD                          TR032
  rate      USD to USDT 2/3, fee 1 %                   done
  quote     cat 100 USD to USDT                   q1   done
  exchange  cat by q1                             x1   done
  exchange  cat by q1                             x1   replayed
  exchange  bob by q1                             x2   exchange.quote_expired
  exchange  cat by q1                                  exchange.quote_expired
  balances  cat 900 USD, cat 65 USDT, fee 1 USDT, rounding 1 USD
  quote     cat 100 USD to USDT                   q2   done
  exchange  cat by q2                             x1   idempotency.key_reused
  wait      30 seconds                                 done
  exchange  cat by q2                                  exchange.quote_expired
  quote     cat 4 USD to USDT                     q3   done
  exchange  cat by q3                                  money.below_minimum
  quote     cat 501 USD to USDT                   q4   done
  exchange  cat by q4                                  money.above_maximum
  quote     cat 500 USD to USDT                   q5   done
  exchange  cat by q5                                  done
  quote     cat 201 USD to USDT                   q6   done
  exchange  cat by q6                                  money.daily_limit
  quote     dan 100 USD to USDT                   q7   done
  exchange  dan by q7                                  money.insufficient_balance
  balances  cat 400 USD, dan 0 USD

  # Around a change that one person made no quote is given or used; what is as it was changes nothing.
  wait      90000 seconds                              done
  quote     cat 50 USD to USDT                    q8   done
  alone     USDT to 3/2                                done
  quote     cat 50 USD to USDT                    q9   done
  alone     USDT to 3005/2000                          done
  quote     cat 50 USD to USDT                         rate.resting
  exchange  cat by q8                                  rate.resting
  wait      299 seconds                                done
  quote     cat 50 USD to USDT                         rate.resting
  exchange  cat by q9                                  exchange.quote_expired
  wait      1 seconds                                  done
  quote     cat 50 USD to USDT                    q10  done
  balances  cat 400 USD

  # Without a rate that is in force and young enough nothing is quoted.
  age       USDT at most 1 ms                          done
  quote     dan 100 USD to USDT                        rate.stale
  age       USDT at most any                           done
  unset     USDT                                       done
  quote     dan 100 USD to USDT                        rate.unavailable

  # A red verification freezes what leaves the platform, until somebody ends that after a green one. The rest goes on.
  hold      ann 10                                h4   done
  hold      ann 20                                h5   done
  verify    a fault is found                           done
  pay       ann 10 of h4                               money.payouts_frozen
  transfer  cat to dan 5                               done
  open      ann 5 USD                                  done
  release   ann h5                                     done
  unfreeze  found and mended                           TR042
  verify    nothing is found                           done
  pay       ann 10 of h4                               money.payouts_frozen
  unfreeze  found and mended                           done
  pay       ann 10 of h4                               done
  balances  ann 45 USD, ann 0 pending

  # Errors of a caller. The functions take nothing on trust.
  post      ann -5, bob +4                             TR002
  post      bob +5, ann -5                             TR003
  post      ann -5, nobody +5                          TR005
  post      ann -5, bob +5, at repeatable read         TR006
  post      ann -5, bob +5, counted for bob            TR014
  delete    journal                                    TR009
  delete    posting                                    TR009
  delete    journal_reversal                           TR009
`;

const seen = new Set<string>();
let own: TestDatabase;
let steps: MoneySteps;

beforeAll(async () => {
  own = await createTestDatabase();
  steps = new MoneySteps(own);
  await placeBareNodes(own, 1, 4);
  for (const operation of ['transfer', 'exchange'] as const)
    await setLimit(own, { operation, minimum: 5, maximum: 500, dayMaximum: 800 });
});
afterAll(async () => {
  await steps.close();
  await own.drop();
});

/** All that a refusal and a replay must leave as it is. */
const everything = () =>
  own.sql(
    `SELECT (SELECT jsonb_object_agg(id, balance || '/' || seq) FROM account) AS accounts,
            (SELECT count(*)::int FROM journal) AS journals, (SELECT count(*)::int FROM posting) AS postings,
            (SELECT sum(used)::text FROM limit_usage) AS used,
            (SELECT count(*)::int FROM money_hold WHERE state = 'open') AS holds,
            (SELECT count(*)::int FROM exchange_quote WHERE consumed_by IS NULL) AS quotes,
            (SELECT count(*)::int FROM journal_reversal) AS reversals`,
  );

const lines = readTable(table).map(
  (line) => [`${line.step} ${line.details}: ${line.result ?? 'so it is'}`, line] as const,
);

test.each(lines)('%s', async (_title, line) => {
  if (line.step === 'balances') {
    expect(await steps.balances(line.details)).toBe(line.details);
    return;
  }
  const before = await everything();
  const actual = await steps.run(line);
  expect(actual).toBe(line.result);
  seen.add(actual);
  if (actual !== 'done') expect(await everything()).toEqual(before);
});

test('the table has every result that the money core can give', () => {
  const states = new Set(readSchema().current.flatMap(({ text }) => text.match(/\bTR[0-9]{3}\b/g) ?? []));
  expect(states.size).toBeGreaterThan(15);
  // Each SQLSTATE was met, also where two of them are shown as one code ...
  expect([...states].filter((state) => !steps.states.has(state))).toEqual([]);
  // ... and a member is shown what the catalogue makes of it; what only the owner does, has its state.
  const reported = [...states].map((code) =>
    seen.has(code) ? code : (explainPostingError(Object.assign(new Error(code), { code }), 'USD')?.code ?? code),
  );
  expect(['done', 'replayed', ...reported].filter((result) => !seen.has(result))).toEqual([]);
});

test('afterwards every invariant of money holds', async () => {
  expect(await brokenBooks(own.url)).toEqual([]);
});
