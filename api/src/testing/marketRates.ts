import { setRule } from './rules.ts';
import type { TestDatabase } from './testDatabase.ts';

/** What an exchange of USD gives in USDT from a moment on; `from` is SQL. Past the guards that operators meet. */
export async function setExchangeRate(
  own: TestDatabase,
  { numerator, denominator, feePpm, from }: Readonly<Record<'numerator' | 'denominator' | 'feePpm' | 'from', string>>,
): Promise<void> {
  const [begins] = await own.sql<{ at: string }>(`SELECT (${from})::timestamptz::text AS at`);
  const at = begins?.at ?? '';
  await setRule(own, 'exchangeFee', 'USD-USDT', { percent: String(Number(feePpm) / 10_000) }, `'${at}'`);
  await own.sql(
    `UPDATE market_rate SET during = tstzrange(lower(during), $1) WHERE pair = 1 AND during @> $1::timestamptz`,
    [at],
  );
  // One USDT costs so much USD, the other way round.
  await own.sql(
    `INSERT INTO market_rate (pair, numerator, denominator, source, set_by, set_at, requested_from, jumps, expires_at, during)
     VALUES (1, $1, $2, 'test', 'test', $3, $3, false, $3, tstzrange($3, NULL))`,
    [denominator, numerator, at],
  );
}
