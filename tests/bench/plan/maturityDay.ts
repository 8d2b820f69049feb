import { fill, firstHolder, holdersOf, makeHolders, type Statement } from './holders.ts';

/** 100 CP at the rate and for the reward that the terms have, all of it in minor units. */
const cp = 100_000_000n;
const reward = 986_301n;
const aprPpm = 40_000;
const termDays = 90;

/**
 * Contracts begun ninety days ago, each by a journal of its own, as a start leaves it: the term of each is over today. A
 * third was not chosen for, a third goes on with its profit, and a third has its profit paid into the balance. What was paid
 * comes from the platform's open position, and the pool has as much again as it has promised, and half.
 */
export async function fillMaturityDay(ownerUrl: string, stakes: number): Promise<{ readonly holders: number }> {
  const holders = holdersOf(stakes);
  await fill(ownerUrl, [...makeHolders(holders), ...statements(stakes, holders)]);
  return { holders };
}

function statements(stakes: number, holders: number): readonly Statement[] {
  const rewards = String(reward * BigInt(stakes));
  const costs = String(cp * BigInt(stakes));
  const funds = String((reward * BigInt(stakes) * 5n) / 2n);
  return [
    [
      `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
       VALUES ('productSale', 'stake', '{"open": true, "closedIn": ""}', product_now(), 'bench', product_now(), 'bench')`,
    ],
    // Spread over their day, so that no two have one time.
    [
      `CREATE TEMP TABLE begun ON COMMIT DROP AS
       SELECT n, $1::bigint + (n - 1) % $2::integer AS member, (n - 1) / $2 + 1 AS of_member, nullif(n % 3, 0) AS option,
              ('00000000-0000-7000-8004-' || lpad(to_hex(n), 12, '0'))::uuid AS stake,
              ('00000000-0000-7000-8005-' || lpad(to_hex(n), 12, '0'))::uuid AS journal,
              today - interval '${termDays} days' + n * interval '80000 seconds' / $3::integer AS at
         FROM generate_series(1, $3) AS n, date_trunc('day', product_now(), 'UTC') AS today`,
      firstHolder,
      holders,
      stakes,
    ],
    [
      `CREATE TEMP TABLE holder ON COMMIT DROP AS
       SELECT member, max(of_member)::bigint AS stakes,
              $1::bigint * sum(max(of_member)) OVER (ORDER BY member) AS given FROM begun GROUP BY member`,
      String(cp),
    ],
    [
      `INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
       SELECT 0, 'bench-pool', '00000000-0000-7000-8005-000000000000'::uuid, '\\x00'::bytea, 'opening', '{}'::jsonb, min(at) - interval '1 day' FROM begun
       UNION ALL SELECT member, 'bench-' || n, journal, '\\x00'::bytea, 'stake_start', jsonb_build_object('stake', stake), at FROM begun`,
    ],
    // The pool and what each holder pays with, in one journal.
    [
      `INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at)
       SELECT leg.account, 1, j.id, leg.amount, leg.amount, j.recorded_at FROM journal j, (
           SELECT member * 1000 + 101 AS account, stakes * $1::bigint AS amount FROM holder
           UNION ALL VALUES (602, $2::bigint), (701, -$2::bigint - $3::bigint)) AS leg
         WHERE j.key = 'bench-pool'`,
      String(cp),
      funds,
      costs,
    ],
    [
      `INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at)
       SELECT leg.account, leg.seq, journal, leg.amount, leg.balance, at
         FROM begun JOIN holder USING (member) CROSS JOIN LATERAL (VALUES
           (member * 1000 + 101, of_member + 1, -$1::bigint, (stakes - of_member) * $1::bigint),
           (member * 1000 + 141, of_member, $1::bigint, of_member * $1::bigint), (241, n, -$1::bigint, -$1::bigint * n),
           (303, n, $1::bigint, $1::bigint * n), (602, n + 1, -$2::bigint, $3::bigint - $2::bigint * n),
           (604, n, $2::bigint, $2::bigint * n)) AS leg (account, seq, amount, balance)`,
      String(cp),
      String(reward),
      funds,
    ],
    [
      `INSERT INTO account (id, owner, code, balance, floor, seq)
       SELECT member * 1000 + code, member, code, balance, 0, seq FROM holder CROSS JOIN LATERAL (VALUES
         (101, 0, stakes + 1), (102, 0, 0), (141, stakes * $1::bigint, stakes)) AS held (code, balance, seq)`,
      String(cp),
    ],
    [
      `UPDATE account SET balance = system.balance, seq = system.seq
         FROM (VALUES (241, -$1::bigint, $4::integer), (303, $1::bigint, $4), (602, $3::bigint - $2::bigint, $4 + 1), (604, $2::bigint, $4),
                      (701, -$1::bigint - $3::bigint, 1)) AS system (id, balance, seq) WHERE account.id = system.id`,
      costs,
      rewards,
      funds,
      stakes,
    ],
    [
      `INSERT INTO stake (id, member, rate, rate_numerator, rate_denominator, started_at, begun_by, state, cp, basis, reward, term,
                          start_day, matures_on, choice_closes, option, pay_to, accepts_from, chosen_at)
       SELECT stake, member, rate.id, rate.numerator, rate.denominator, at, journal, 'ongoing', $1::bigint, $1::bigint, $2::bigint, 1,
              (at AT TIME ZONE 'UTC')::date, (at AT TIME ZONE 'UTC')::date + ${termDays}, '1 hour', option,
              CASE WHEN option IS NOT NULL THEN 'balance' END, CASE WHEN option IS NOT NULL THEN 0 END,
              CASE WHEN option IS NOT NULL THEN at + interval '10 days' END
         FROM begun CROSS JOIN market_rate_at('CP', 'USD', product_now()) AS rate`,
      String(cp),
      String(reward),
    ],
    [
      `INSERT INTO stake_term (stake, term, cp, basis, reward, apr_ppm, start_day, matures_on, reserved_by)
       SELECT id, 1, cp, basis, reward, ${aprPpm}, start_day, matures_on, begun_by FROM stake`,
    ],
    [
      `INSERT INTO stake_event (stake, member, term, kind, at, option, amount, notified)
       SELECT id, member, 1, kind, at, choice, amount, true FROM stake CROSS JOIN LATERAL (VALUES
           ('started', started_at, NULL::smallint, cp), ('chosen', chosen_at, option, NULL)) AS event (kind, at, choice, amount)
         WHERE at IS NOT NULL ORDER BY at`,
    ],
  ];
}
