import type { TestDatabase } from './testDatabase.ts';

export interface TestLimit {
  readonly operation: 'transfer' | 'exchange' | 'withdrawal';
  readonly unit?: 'USD' | 'USDT';
  readonly minimum: number | bigint;
  readonly maximum: number | bigint;
  readonly dayMaximum: number | bigint;
  readonly fee?: number | bigint;
}

/** Sets limits in minor units from this moment on, past the guards that operators meet. */
export async function setLimit(
  own: TestDatabase,
  { operation, unit = 'USD', minimum, maximum, dayMaximum, fee = 0 }: TestLimit,
): Promise<void> {
  await own.sql('INSERT INTO money_limit VALUES ($1, $2, $3, $4, $5, $6, now())', [
    ...[operation, unit],
    ...[minimum, maximum, dayMaximum, fee].map(String),
  ]);
}

/** Sets limits, and takes them back when the work is done: what was in force before is in force again. */
export async function withLimits<T>(
  own: TestDatabase,
  limits: readonly TestLimit[],
  work: () => Promise<T>,
): Promise<T> {
  const [before] = await own.sql<{ rows: string[] }>('SELECT array_agg(l::text) AS rows FROM money_limit l');
  for (const limit of limits) await setLimit(own, limit);
  try {
    return await work();
  } finally {
    await own.sql('DELETE FROM money_limit l WHERE l::text <> ALL ($1)', [before?.rows ?? []]);
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

/** How old a pair's rate may be while the work is done. */
export async function withMaximumAge<T>(
  own: TestDatabase,
  pair: keyof typeof ratePairs,
  age: string,
  work: () => Promise<T>,
): Promise<T> {
  const set = (to: string | null) =>
    own.sql('UPDATE rate_pair SET maximum_age = $2::interval WHERE id = $1 RETURNING 1', [ratePairs[pair], to]);
  await set(age);
  try {
    return await work();
  } finally {
    await set(null);
  }
}

/** The verifier finds the books broken, which freezes payouts. */
export async function freezePayouts(own: TestDatabase): Promise<void> {
  await own.sql(`SELECT record_verification(now(), '[{"name":"x","rows":[]}]')`);
}

/** The books are whole again, and somebody ends the freeze. */
export async function unfreezePayouts(own: TestDatabase): Promise<void> {
  await own.sql(`SELECT record_verification(now(), '[]')`);
  await own.sql(`SELECT end_payout_freeze('mended')`);
}

/** How long the horizon of what is sealed and told stays behind. It only guards against a clock that is set back. */
export async function setSealMargin(own: TestDatabase, margin: string): Promise<void> {
  const [row] = await own.sql<{ text: string }>(`SELECT pg_get_functiondef('seal_horizon'::regproc) AS text`);
  await own.sql((row?.text ?? '').replace(/interval '[^']*'/, `interval '${margin}'`));
}
