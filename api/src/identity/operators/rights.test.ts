import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database, sqlState } from '../../platform/db/database.ts';
import { enrolled, withAccounts } from '../../testing/operators.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

// Somebody has the application's login, and says to the database what they like.
let app: TestApplication;
let database: Database;
beforeAll(async () => {
  app = await startTestApplication();
  database = new Database({ url: app.database.url, poolSize: 1 });
  await enrolled(app, 'ann', ['viewer']);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

const outcome = (sql: string): Promise<unknown> => database.rows(sql).then(() => 'done', sqlState);

test.each([
  `UPDATE operator SET roles = '{admin}' WHERE name = 'ann'`,
  `UPDATE operator SET name = 'root' WHERE name = 'ann'`,
  `UPDATE operator SET suspended_at = NULL WHERE name = 'ann'`,
  `INSERT INTO operator (name, roles, created_at) VALUES ('eve', '{admin}', now())`,
  `DELETE FROM operator`,
  `INSERT INTO operator_enrolment (token_hash, operator_id, created_at, expires_at)
     SELECT '\\x00', id, now(), now() + interval '1 day' FROM operator`,
  `UPDATE operator_enrolment SET expires_at = now() + interval '1 day'`,
  `UPDATE operator_enrolment SET operator_id = operator_id`,
  `SELECT guard_operator()`,
  `UPDATE operator SET suspended_at = now() WHERE name = 'ann'`,
  `INSERT INTO approval (action, subject, payload, needed, requested_by, requested_at, reason, expires_at)
     VALUES ('operator.invite', 'eve', '{"name": "eve"}', 1, 'operator:ann', now(), 'x', now() + interval '1 day')`,
])('the application cannot: %s', async (sql) => {
  expect(await outcome(sql)).toBe('42501');
});

test('the application gives nobody who is enrolled a password with a secret, and no other secret without a code', async () => {
  for (const change of [
    `password_hash = NULL`,
    `totp_secret = '\\x00'`,
    'enrolled_at = now()',
    'enrolled_at = NULL',
    'totp_step = totp_step',
    'totp_step = totp_step - 1',
    `totp_step = totp_step + 1, password_hash = 'mine'`,
  ])
    expect([change, await outcome(`UPDATE operator SET ${change} WHERE name = 'ann'`)]).toEqual([change, 'TO001']);
});

test('the application enrols nobody for whom the owner has made no link, and revives none', async () => {
  const enrol = `UPDATE operator SET password_hash = 'mine', totp_secret = '\\x00', totp_key = 'k', enrolled_at = now()
    WHERE name = 'bob'`;
  await withAccounts(app, (accounts) => accounts.create('bob', ['viewer']));
  await app.database.sql('UPDATE operator_enrolment SET ended_at = now() WHERE ended_at IS NULL');
  expect(await outcome(enrol)).toBe('TO001');
  expect(await outcome('UPDATE operator_enrolment SET ended_at = NULL')).toBe('TR009');
  // Touched in one statement with what it would allow.
  const touch = 'UPDATE operator_enrolment SET tries_left = tries_left RETURNING 1';
  expect(
    await outcome(
      `WITH touched AS (${touch}) ${enrol.replace('WHERE', 'WHERE (SELECT count(*) FROM touched) > 0 AND')}`,
    ),
  ).toBe('TR009');
});
