import { randomUUID } from 'node:crypto';
import { dayText, type UtcDay } from '../ground/utcDay.ts';
import type { TestDatabase } from './testDatabase.ts';

/** A member at a place of the tree, past registration, in a country. */
export async function enrol(
  own: TestDatabase,
  sponsor: string | null,
  side: 'left' | 'right',
  country = 'KR',
): Promise<string> {
  const [row] = await own.sql<{ id: string }>(
    `WITH placed AS (SELECT tree_place($1, $2::smallint) AS id),
     made AS (INSERT INTO member (id, username, username_key, email, email_key, password_hash, language, invitation_code, created_at, country)
       SELECT id, 'm' || id, 'm' || id, 'm' || id || '@example.com', 'm' || id || '@example.com', 'x', 'en', 'C' || id, product_now(), $3
         FROM placed)
     INSERT INTO account (id, owner, code, balance, floor, seq)
       SELECT placed.id * 1000 + k.code, placed.id, k.code, 0, k.floor, 0 FROM placed CROSS JOIN account_kind k
         WHERE k.code IN (101, 121, 122, 131)
     RETURNING owner AS id`,
    [sponsor, side === 'left' ? 0 : 1, country],
  );
  if (!row) throw new Error('nobody was enrolled');
  return row.id;
}

export interface SoldPackage {
  readonly member: string;
  readonly level: string;
  /** Minor units. */
  readonly price: bigint;
  /** Of this UTC day. */
  readonly day: UtcDay;
  readonly loops: number;
  readonly loopDays: number;
  readonly cancelDays?: number;
}

/** A package as if it had been bought, without the money; it counts, or waits to, as every purchase. @returns its id */
export async function sell(own: TestDatabase, sold: SoldPackage): Promise<string> {
  const id = randomUUID();
  await own.sql(
    `INSERT INTO package (id, member, plan_type, level, price, rp, reward, apr_ppm, loops, loop_days, started_at, start_day, bought_by, cancel_days)
     SELECT $1, $2, 'level', $3, $4, 0, 0, 0, $5, $6, $7::date::timestamp AT TIME ZONE 'UTC' + interval '9 hours', $7::date,
            gen_random_uuid(), $8`,
    [id, sold.member, sold.level, sold.price, sold.loops, sold.loopDays, dayText(sold.day), sold.cancelDays ?? 0],
  );
  await own.sql('SELECT begin_sales(ARRAY[$1::uuid])', [id]);
  return id;
}

/** From now on it is this moment. @param at SQL, or a time as text */
export async function setNow(own: TestDatabase, at: string): Promise<void> {
  await own.sql(
    `CREATE OR REPLACE FUNCTION product_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT timestamptz '${at}' $$`,
  );
}

/** Puts minor units of USD into the pool of the team bonus, or takes them out. */
export async function fundBonusPool(own: TestDatabase, minor: bigint): Promise<void> {
  await own.sql(
    `SELECT post(gen_random_uuid(), 0, gen_random_uuid()::text, '\\x00', 'opening', '{}', ARRAY[201, 603]::bigint[],
                 ARRAY[-$1::bigint, $1::bigint], NULL, NULL, NULL)`,
    [minor.toString()],
  );
}
