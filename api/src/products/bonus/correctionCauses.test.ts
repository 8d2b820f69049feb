import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type CorrectionCause, causesOf, correctionCauses, correctionDirections } from '@trellis/api-contract';
import { migrate } from '../../platform/db/migrate.ts';
import { readSchema } from '../../platform/db/schemaSource.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';

/** Corrections and fundings of before: without a cause until 033, in tables of their own until 055; seen from after both. */
let own: TestDatabase;
const at = `'2026-11-01T00:00:00Z'::timestamptz`;

beforeAll(async () => {
  own = await createTestDatabase('nothing');
  const { migrations } = readSchema();
  const upTo = (next: string) =>
    // Without guards of their time: only the tables matter.
    migrate(own.ownerUrl, { migrations: migrations.filter(({ name }) => name < next), current: [] });
  const approvalOf = (action: string, table: string, payload: string) =>
    `INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason, expires_at, closed_at)
       SELECT '${action}', id::text, sha256(convert_to((${payload})::text, 'UTF8')), 1, requested_by, requested_at, reason, expires_at,
              CASE WHEN id = 1 THEN ${at} END FROM ${table}`;
  const requested = `'operator:tina', ${at}, 'a line was wrong', ${at} + interval '100 years'`;
  await upTo('033');
  await own.sql(`
    INSERT INTO bonus_correction (member, amount, requested_by, requested_at, reason, expires_at)
      SELECT 7, amount, ${requested} FROM unnest(ARRAY[5, -5]) AS amount;
    ${approvalOf('bonus.correct', 'bonus_correction', `jsonb_build_object('member', member, 'amount', amount)`)}`);
  await upTo('055');
  await own.sql(`
    INSERT INTO bonus_correction (member, amount, cause, requested_by, requested_at, reason, expires_at) VALUES (7, 6, 'goodwill', ${requested});
    ${approvalOf('bonus.correct', 'bonus_correction', `jsonb_build_object('member', member, 'amount', amount, 'cause', cause)`)}
      WHERE id = 3;
    INSERT INTO pool_funding (pool, amount, requested_by, requested_at, reason, expires_at)
      SELECT 601, amount, ${requested} FROM unnest(ARRAY[5, 6]) AS amount;
    ${approvalOf('pool.fund', 'pool_funding', `jsonb_build_object('pool', pool, 'amount', amount)`)}`);
  await migrate(own.ownerUrl);
});
afterAll(() => own.drop());

test('what waited without a cause waits for nobody any more; all else is as it was, with what it is about', async () => {
  const rows = await own.sql<{ line: string }>(
    `SELECT concat_ws(' ', action, subject, CASE WHEN closed_at IS NULL THEN 'open' WHEN closed_at = ${at} THEN 'as before'
              ELSE 'ended' END, payload ->> 'amount', payload ->> 'cause',
              CASE WHEN digest = payload_digest(payload) THEN 'that' END) AS line FROM approval ORDER BY id`,
  );
  expect(rows.map(({ line }) => line)).toEqual([
    'bonus.correct 1 as before 5 other',
    'bonus.correct 2 ended -5 other',
    'bonus.correct 3 open 6 goodwill that',
    'pool.fund 1 as before 5 that',
    'pool.fund 2 open 6 that',
  ]);
});

test('the next requested has a number of its own', async () => {
  const [row] = await own.sql<{ id: string }>(
    `SELECT request_approval('pool.fund', NULL, '{"pool": 601, "amount": 1}', '{pool}', 'operator:tina', 'x', ${at}, NULL)::text AS id`,
  );
  expect(Number(row?.id)).toBeGreaterThan(5);
  const [open] = await own.sql(
    `SELECT count(*)::int AS count FROM approval WHERE action = 'pool.fund' AND closed_at IS NULL`,
  );
  expect(open).toEqual({ count: 1 });
});

test('the database takes the causes of the contract, each in its directions, and no other', async () => {
  const fits = async (cause: string | null, amount: number) =>
    (await own.sql<{ fits: boolean | null }>('SELECT correction_cause_fits($1, $2) AS fits', [cause, amount]))[0]?.fits;
  for (const direction of correctionDirections)
    for (const cause of Object.keys(correctionCauses) as CorrectionCause[])
      expect([direction, cause, await fits(cause, direction === 'in' ? 1 : -1)]).toEqual([
        direction,
        cause,
        causesOf(direction).includes(cause),
      ]);
  expect([await fits('spite', 1), await fits(null, 1), await fits('other', 0)]).not.toContain(true);
});
