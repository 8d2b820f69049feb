import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type CorrectionCause, causesOf, correctionCauses, correctionDirections } from '@trellis/api-contract';
import { sqlState } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { readSchema } from '../../platform/db/schemaSource.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';

/** Corrections that were asked for before they had a cause, seen from after it. */
let own: TestDatabase;
const at = `'2026-11-01T00:00:00Z'::timestamptz`;

beforeAll(async () => {
  own = await createTestDatabase('nothing');
  const { migrations } = readSchema();
  // Without guards of its time: only the tables matter.
  await migrate(own.ownerUrl, { migrations: migrations.filter(({ name }) => name < '033'), current: [] });
  await own.sql(`
    INSERT INTO bonus_correction (member, amount, requested_by, requested_at, reason, expires_at)
      SELECT 7, amount, 'operator:tina', ${at}, 'a line was wrong', ${at} + interval '100 years' FROM unnest(ARRAY[5, -5]) AS amount;
    INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason, expires_at, closed_at)
      SELECT 'bonus.correct', id::text, sha256(''), 1, requested_by, requested_at, reason, expires_at,
             CASE WHEN id = 1 THEN ${at} END FROM bonus_correction;
    INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason)
      VALUES ('pool.fund', '1', sha256(''), 1, 'operator:tina', ${at}, 'not about this')`);
  await migrate(own.ownerUrl);
});
afterAll(() => own.drop());

test('what waits for a yes without a cause waits for nobody any more, and what had ended is as it was', async () => {
  const rows = await own.sql<{ told: string }>(
    `SELECT concat_ws(' ', a.action, a.subject, CASE WHEN a.closed_at IS NULL THEN 'open' WHEN a.closed_at = ${at} THEN 'as before'
              ELSE 'ended' END, c.cause, r.actor) AS told
       FROM approval a LEFT JOIN bonus_correction c ON a.action = 'bonus.correct' AND c.id::text = a.subject
       LEFT JOIN approval_refused r ON r.approval = a.id ORDER BY a.id`,
  );
  expect(rows.map(({ told }) => told)).toEqual([
    'bonus.correct 1 as before other',
    'bonus.correct 2 ended other automatic',
    'pool.fund 1 open',
  ]);
});

test('the database takes the causes of the contract, each in its directions, and no other', async () => {
  const take = (cause: string | null, amount: number) =>
    own
      .sql(
        `INSERT INTO bonus_correction (member, amount, cause, requested_by, requested_at, reason, expires_at)
           VALUES (7, $1, $2, 'operator:tina', ${at}, 'x', ${at} + interval '1 day')`,
        [amount, cause],
      )
      .then(() => true, sqlState);
  for (const direction of correctionDirections)
    for (const cause of Object.keys(correctionCauses) as CorrectionCause[])
      expect([direction, cause, await take(cause, direction === 'in' ? 1 : -1)]).toEqual([
        direction,
        cause,
        causesOf(direction).includes(cause) || '23514',
      ]);
  expect([await take('spite', 1), await take(null, 1)]).toEqual(['23514', '23502']);
  expect(await own.sql(`UPDATE bonus_correction SET cause = 'wrongLevel'`).then(() => 'done', sqlState)).toBe('TR009');
});

test('a yes is to the cause, too', async () => {
  const [digests] = await own.sql<{ asked: boolean; other: boolean }>(
    `SELECT payload_digest(bonus_correction_payload(c)) = payload_digest('{"member": 7, "amount": 1, "cause": "goodwill"}') AS asked,
            payload_digest(bonus_correction_payload(c)) = payload_digest('{"member": 7, "amount": 1, "cause": "other"}') AS other
       FROM bonus_correction c WHERE cause = 'goodwill'`,
  );
  expect(digests).toEqual({ asked: true, other: false });
});
