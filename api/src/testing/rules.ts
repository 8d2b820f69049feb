import type { RuleSubject } from '@trellis/api-contract/schemas';
import type { TestDatabase } from './testDatabase.ts';

export interface TestLimit {
  readonly operation: 'transfer' | 'exchange' | 'withdrawal';
  readonly unit?: 'USD' | 'USDT';
  readonly minimum: number | bigint;
  readonly maximum: number | bigint;
  readonly dayMaximum: number | bigint;
  readonly fee?: number | bigint;
}

/** A rule as the database keeps it: amounts as strings of minor units. */
export type StoredRule = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Sets a rule from now on, past the guards that operators meet. Now is a millisecond ago, for clocks that count nothing
 * smaller. An application that runs goes by what it has read for up to two seconds more: set it before the start, or wait.
 * @param from SQL
 */
export async function setRule(
  own: TestDatabase,
  subject: RuleSubject,
  key: string,
  value: StoredRule,
  from = "product_now() - interval '1 millisecond'",
): Promise<void> {
  await own.sql(
    `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
     VALUES ($1, $2, $3, ${from}, 'test', product_now(), 'test')`,
    [subject, key, JSON.stringify(value)],
  );
}

/** Sets limits in minor units from this moment on, past the guards that operators meet. */
export async function setLimit(
  own: TestDatabase,
  { operation, unit = 'USD', minimum, maximum, dayMaximum, fee = 0 }: TestLimit,
): Promise<void> {
  await setRule(own, 'limit', `${operation}-${unit}`, {
    minimum: String(minimum),
    maximum: String(maximum),
    dayMaximum: String(dayMaximum),
    fee: String(fee),
  });
}

/** Sets limits, and sets what was in force before again when the work is done. */
export async function withLimits<T>(
  own: TestDatabase,
  limits: readonly TestLimit[],
  work: () => Promise<T>,
): Promise<T> {
  const before = await own.sql<{ key: string; value: StoredRule }>(
    `SELECT key, value FROM rule_history WHERE subject = 'limit' AND during @> product_now() AND key = ANY ($1)`,
    [limits.map(({ operation, unit = 'USD' }) => `${operation}-${unit}`)],
  );
  for (const limit of limits) await setLimit(own, limit);
  try {
    return await work();
  } finally {
    for (const { key, value } of before) await setRule(own, 'limit', key, value);
  }
}

/** The pairs that have a rate. */
export const ratePairs = { usdtInUsd: 1, bitcoinInUsd: 2 } as const;

/** What one of a pair costs from a moment on, as a ratio; without one there is no rate any more. */
export async function setRate(
  own: TestDatabase,
  pair: keyof typeof ratePairs,
  from: Date,
  ratio?: readonly [numerator: number, denominator: number],
): Promise<void> {
  await own.sql(
    `UPDATE market_rate SET during = tstzrange(lower(during), greatest(lower(during), $2))
      WHERE pair = $1 AND upper_inf(during)`,
    [ratePairs[pair], from],
  );
  if (!ratio) return;
  await own.sql(
    `INSERT INTO market_rate (pair, numerator, denominator, source, set_by, set_at, requested_from, jumps, expires_at, during)
     VALUES ($1, $3, $4, 'test', 'test', $2, $2, false, $2, tstzrange($2, NULL))`,
    [ratePairs[pair], from, ...ratio],
  );
}

/** How old the rate of an asset in USD may be; `null`: any age. */
export const setMaximumAge = (own: TestDatabase, base: 'USDT' | 'BTC', seconds: number | null): Promise<void> =>
  setRule(own, 'ratePair', `${base}-USD`, { maximumAgeSeconds: seconds, jumpPercent: '10' });

/** The verifier finds the books broken, which freezes payouts. */
export async function freezePayouts(own: TestDatabase): Promise<void> {
  await own.sql(`SELECT verify_books(now(), '[{"name":"x","rows":[]}]')`);
}

/** The books are whole again, and somebody ends the freeze. */
export async function unfreezePayouts(own: TestDatabase): Promise<void> {
  await own.sql(`SELECT verify_books(now(), '[]')`);
  await own.sql(`SELECT end_payout_freeze('mended')`);
}

/** How long the horizon of what is sealed and reported stays behind. It only guards against a clock that is set back. */
export async function setSealMargin(own: TestDatabase, margin: string): Promise<void> {
  const [row] = await own.sql<{ text: string }>(`SELECT pg_get_functiondef('seal_horizon'::regproc) AS text`);
  await own.sql((row?.text ?? '').replace(/interval '[^']*'/, `interval '${margin}'`));
}
