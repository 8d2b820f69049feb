import type { TestDatabase } from './testDatabase.ts';

/** What an exchange of USD gives in USDT from a moment on; `from` is SQL. Past the guards that operators meet. */
export async function setExchangeRate(
  own: TestDatabase,
  { numerator, denominator, feePpm, from }: Readonly<Record<'numerator' | 'denominator' | 'feePpm' | 'from', string>>,
): Promise<void> {
  await own.sql(
    `WITH moment AS MATERIALIZED (SELECT (${from})::timestamptz AS at), ended AS (
       UPDATE market_rate SET during = tstzrange(lower(during), moment.at) FROM moment
         WHERE pair = 1 AND during @> moment.at RETURNING 1)
     INSERT INTO fee_rule SELECT 'exchange', 'USD-USDT', 'USDT', 0, $1, moment.at, 'test', moment.at
       FROM moment, (SELECT count(*) FROM ended) done`,
    [feePpm],
  );
  // One USDT costs so much USD, the other way round.
  await own.sql(
    `INSERT INTO market_rate (pair, numerator, denominator, source, set_by, set_at, requested_from, jumps, expires_at, during)
     SELECT 1, $1, $2, 'test', 'test', effective_from, effective_from, false, effective_from, tstzrange(effective_from, NULL)
       FROM fee_rule WHERE subject = 'USD-USDT' ORDER BY effective_from DESC LIMIT 1`,
    [denominator, numerator],
  );
}
