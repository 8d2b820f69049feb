import { fill, firstHolder, holdersOf, makeHolders, type Statement } from './holders.ts';

/** A Clear as the terms have it, all of it in minor units. */
const price = 100_000_000n;
const reward = 493_150n;
const loops = 3;
const loopDays = 30;

/**
 * Packages bought thirty days ago, each by a journal of its own, as a purchase leaves it: the first part of each is due
 * today. What was paid comes from the platform's open position, so that a holder needs nothing but the package.
 */
export async function fillDueDay(ownerUrl: string, packages: number): Promise<{ readonly holders: number }> {
  const holders = holdersOf(packages);
  await fill(ownerUrl, [...makeHolders(holders), ...statements(packages, holders)]);
  return { holders };
}

const value = price / BigInt(loops);
const part = reward / BigInt(loops);

function statements(packages: number, holders: number): readonly Statement[] {
  const rewards = String(reward * BigInt(packages));
  const prices = String(price * BigInt(packages));
  return [
    // Spread over their day, so that no two have one time.
    [
      `CREATE TEMP TABLE bought ON COMMIT DROP AS
       SELECT n, $1::bigint + (n - 1) % $2::integer AS member, (n - 1) / $2 + 1 AS of_member,
              ('00000000-0000-7000-8002-' || lpad(to_hex(n), 12, '0'))::uuid AS package,
              ('00000000-0000-7000-8003-' || lpad(to_hex(n), 12, '0'))::uuid AS journal,
              today - interval '${loopDays} days' + n * interval '80000 seconds' / $3::integer AS at
         FROM generate_series(1, $3) AS n, date_trunc('day', product_now(), 'UTC') AS today`,
      firstHolder,
      holders,
      packages,
    ],
    [
      `INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
       SELECT 0, 'bench-pool', '00000000-0000-7000-8003-000000000000'::uuid, '\\x00'::bytea, 'opening', '{}'::jsonb, min(at) - interval '1 day' FROM bought
       UNION ALL SELECT member, 'bench-' || n, journal, '\\x00'::bytea, 'package_purchase', jsonb_build_object('package', package), at FROM bought`,
    ],
    [
      `INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at)
       SELECT account, 1, j.id, amount, amount, recorded_at
         FROM journal j, (VALUES (601, $1::bigint), (701, -$1::bigint)) AS leg (account, amount) WHERE j.key = 'bench-pool'`,
      rewards,
    ],
    [
      `INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at)
       SELECT leg.account, leg.seq, journal, leg.amount, leg.balance, at FROM bought CROSS JOIN LATERAL (VALUES
         (member * 1000 + 122, of_member::bigint, $1::bigint, of_member * $1::bigint), (221, n, -$1::bigint, -$1::bigint * n),
         (301, n, $1::bigint, $1::bigint * n), (601, n + 1, -$2::bigint, $3::bigint - $2::bigint * n), (604, n, $2::bigint, $2::bigint * n),
         (701, n + 1, -$1::bigint, -$3::bigint - $1::bigint * n)) AS leg (account, seq, amount, balance)`,
      String(price),
      String(reward),
      rewards,
    ],
    [
      `INSERT INTO account (id, owner, code, balance, floor, seq)
       SELECT member * 1000 + code, member, code, balance, 0, seq
         FROM (SELECT member, max(of_member) AS parts FROM bought GROUP BY member) h
         CROSS JOIN LATERAL (VALUES (121, 0, 0), (122, parts * $1::bigint, parts)) AS held (code, balance, seq)`,
      String(price),
    ],
    [
      `UPDATE account SET balance = system.balance, seq = system.seq
         FROM (VALUES (221, -$1::bigint, $3::integer), (301, $1::bigint, $3), (601, 0, $3 + 1), (604, $2::bigint, $3), (701, -$1::bigint - $2::bigint, $3 + 1))
           AS system (id, balance, seq) WHERE account.id = system.id`,
      prices,
      rewards,
      packages,
    ],
    [
      `INSERT INTO package (id, member, plan_type, level, price, rp, reward, apr_ppm, loops, loop_days, started_at, start_day, bought_by)
       SELECT package, member, 'level', 'Clear', $1, 0, $2, 20000, ${loops}, ${loopDays}, at, (at AT TIME ZONE 'UTC')::date, journal FROM bought`,
      String(price),
      String(reward),
    ],
    [
      `INSERT INTO package_loop (package, n, member, due_on, value, reward)
       SELECT package, loop, member, (at AT TIME ZONE 'UTC')::date + loop * ${loopDays},
              CASE loop WHEN ${loops} THEN $3::bigint - ($1::bigint * ${loops - 1}) ELSE $1::bigint END,
              CASE loop WHEN ${loops} THEN $4::bigint - ($2::bigint * ${loops - 1}) ELSE $2::bigint END
         FROM bought, generate_series(1, ${loops}) AS loop`,
      String(value),
      String(part),
      String(price),
      String(reward),
    ],
    ['INSERT INTO certificate_due (package, ready_at) SELECT package, at FROM bought ORDER BY at'],
    ['SELECT count_sales(array_agg(package ORDER BY at)) FROM bought'],
  ];
}
