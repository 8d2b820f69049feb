import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { enrolled, loggedIn, type OpsAnswer, type OpsClient } from '../../testing/operators.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** Tina and Theo are treasurers; who has the owner's password runs the command. */
let app: TestApplication;
let owner: pg.Client;
let tina: OpsClient;
let theo: OpsClient;

beforeAll(async () => {
  app = await startTestApplication();
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
  await owner.query(`SET session_replication_role = 'replica'`);
  tina = await loggedIn(app, await enrolled(app, 'tina', ['treasurer']));
  theo = await loggedIn(app, await enrolled(app, 'theo', ['treasurer']));
  const demo = await app.logIn('demo');
  await demo.transfer('hana', '3');
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

async function verify(...options: string[]): Promise<{ code: number; text: string }> {
  const run = promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '..', '..', 'ledger', 'verification', 'verify.ts'), ...options],
    {
      env: {
        PATH: process.env.PATH,
        DATABASE_SCHEMA: process.env.DATABASE_SCHEMA,
        OWNER_DATABASE_URL: app.database.ownerUrl,
      },
    },
  );
  return run.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  );
}
interface Freeze {
  readonly found: { verification: string; findings: { name: string; count: number; rows: string[] }[] } | null;
  readonly waiting: { id: string; falseAlarm: boolean; approved: boolean } | null;
}
const freezeOf = ({ body, text }: OpsAnswer): Freeze => {
  if (!body.freeze) throw new Error(text);
  return body.freeze as Freeze;
};
const state = async (): Promise<Freeze> => freezeOf(await tina.get('/payouts/freeze'));
/** A counter of the daily limits that is one too many. */
const spoil = (member: string) =>
  owner.query(
    `UPDATE account SET transferred = transferred + 1 WHERE id = (SELECT id * 1000 + 101 FROM member WHERE username = $1)`,
    [member],
  );

test('what nobody can mend is explained by two treasurers and the owner, exactly as it was found', async () => {
  await spoil('demo');
  const red = await verify();
  expect(red.code).toBe(1);
  const { found: result } = await state();
  expect(result?.findings).toEqual([
    { name: expect.stringContaining('daily limits'), count: 1, rows: [expect.any(String)] },
  ]);

  // Neither the owner alone nor with one treasurer.
  const alone = await verify('--explain', 'a counter, not money');
  expect([alone.code, alone.text]).toEqual([2, expect.stringContaining('Two treasurers have not approved')]);
  const verification = result?.verification ?? '';
  const ask = { reason: 'a counter, not money', verification };
  const request = await tina.post('/payouts/unfreeze', ask);
  expect(freezeOf(request).waiting).toMatchObject({ falseAlarm: true, approved: false });
  const id = freezeOf(request).waiting?.id ?? '';
  expect((await verify('--explain', 'a counter')).code).toBe(2);
  const approve = (who: OpsClient, more: object) => who.post(`/approvals/${id}`, { reason: 'seen', ...more });
  expect((await approve(tina, { verification })).problem.code).toBe('approval.second_person');
  // Who approves has to have seen it.
  expect((await approve(theo, {})).problem.code).toBe('freeze.findings_changed');
  expect((await approve(theo, { verification })).status).toBe(200);
  expect((await state()).waiting).toMatchObject({ falseAlarm: true, approved: true });

  // Something else is found meanwhile: that was approved by nobody.
  await spoil('hana');
  expect((await verify('--explain', 'a counter')).text).toContain('Two treasurers have not approved');
  expect((await tina.post('/payouts/unfreeze', ask)).problem.code).toBe('freeze.findings_changed');
  await owner.query(
    `UPDATE account SET transferred = transferred - 1 WHERE id = (SELECT id * 1000 + 101 FROM member WHERE username = 'hana')`,
  );

  const ended = await verify('--explain', 'the counter of a day, see incident 9');
  expect(ended.text).toContain('1 row(s) are kept as explained.');
  expect(ended.text).toContain('(1 explained)');
  expect([ended.code, ended.text.trimEnd().split('\n').at(-1)]).toEqual([0, 'Payouts go on.']);
  expect((await tina.get('/payouts/freeze')).body).toEqual({ freeze: null });
  expect(
    await app.database.sql(`SELECT invariant, reason, explained_by IS NOT NULL AS named FROM explained_finding`),
  ).toEqual([
    { invariant: expect.stringContaining('daily limits'), reason: 'the counter of a day, see incident 9', named: true },
  ]);
  expect(await app.database.sql(`SELECT subject FROM audit_event WHERE action = 'books.explain'`)).toHaveLength(1);
});

test('what was explained stays so, and anything else of the same kind is red again', async () => {
  expect((await verify()).code).toBe(0);
  await spoil('demo');
  expect((await verify()).code).toBe(1);
});

test('the application can neither explain nor change what was explained', async () => {
  for (const statement of [
    `SELECT explain_findings('mine')`,
    `INSERT INTO explained_finding (verification, approval, invariant, found, explained_by, explained_at, reason)
       SELECT 1, 1, 'x', '{}', 'x', now(), 'x'`,
    'DELETE FROM explained_finding',
  ]) {
    const client = new pg.Client({ connectionString: app.database.url });
    await client.connect();
    await expect(client.query(statement)).rejects.toThrow(/permission denied/);
    await client.end();
  }
});
