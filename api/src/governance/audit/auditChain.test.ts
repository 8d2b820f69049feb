import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { MovableClock } from '../../ground/clock.ts';
import { Database } from '../../platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { AuditChain } from './auditChain.ts';
import { recordAudit } from './auditLog.ts';

let own: TestDatabase;
let database: Database;
let clock: MovableClock;

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 4 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
/** Whoever owns the database can do what no trigger allows. */
const tamper = (sql: string) =>
  own.sql(`SET session_replication_role = 'replica'; ${sql}; RESET session_replication_role`);
beforeEach(async () => {
  clock = new MovableClock();
  await tamper('DELETE FROM audit_event');
  await write(25);
});
async function write(rows: number): Promise<void> {
  await database.inTransaction(async () => {
    for (let row = 0; row < rows; row += 1)
      await recordAudit(database, {
        actor: 'operator:ann',
        action: 'rule.set',
        subject: 'x',
        reason: 'y',
        after: { row },
      });
  });
}
const checks = async (chain: AuditChain, count: number) => {
  for (let look = 1; look < count; look += 1) await chain.look();
  return chain.look();
};

test('goes on page by page, says up to where, and then reads what is new alone', async () => {
  const chain = new AuditChain(database, clock, 10);
  expect(await chain.look()).toMatchObject({ last: '25', checkedTo: '10', broken: undefined });
  expect(await chain.look()).toMatchObject({ checkedTo: '20' });
  expect(await chain.look()).toMatchObject({ last: '25', checkedTo: '25' });
  await write(3);
  expect(await chain.look()).toMatchObject({ last: '28', checkedTo: '28', broken: undefined });
  expect(await chain.look()).toMatchObject({ last: '28', checkedTo: '28', broken: undefined });
});

test('of those who look at once one reads', async () => {
  const chain = new AuditChain(database, clock, 10);
  const states = await Promise.all([chain.look(), chain.look(), chain.look()]);
  expect(states.map(({ checkedTo }) => checkedTo)).toEqual(['10', '10', '10']);
});

test.each([
  [
    'a reason is another',
    `UPDATE audit_event SET reason = 'other' WHERE number = 14`,
    { number: '14', fault: 'changed' },
  ],
  [
    'a time is another',
    `UPDATE audit_event SET recorded_at = recorded_at - interval '1 s' WHERE number = 7`,
    { number: '7', fault: 'changed' },
  ],
  ['a row is gone', 'DELETE FROM audit_event WHERE number = 11', { number: '12', fault: 'gone' }],
  ['the first row is gone', 'DELETE FROM audit_event WHERE number = 1', { number: '2', fault: 'gone' }],
  [
    'one on the edge of a page is another',
    `UPDATE audit_event SET after = '{}' WHERE number = 10`,
    { number: '10', fault: 'changed' },
  ],
])('finds that %s', async (_what, sql, broken) => {
  await tamper(sql);
  expect(await checks(new AuditChain(database, clock, 10), 3)).toMatchObject({ checkedTo: '25', broken });
});

test('finds that rows at the end are gone, which break no digest', async () => {
  const chain = new AuditChain(database, clock, 100);
  await chain.look();
  await tamper('DELETE FROM audit_event WHERE number > 23');
  expect((await chain.look()).broken).toEqual({ number: '25', fault: 'gone' });
  // Also when others have taken their place.
  await write(2);
  expect((await chain.look()).broken).toEqual({ number: '25', fault: 'gone' });
});

test('what was read is read again after an hour', async () => {
  const chain = new AuditChain(database, clock, 100);
  await chain.look();
  await tamper(`UPDATE audit_event SET actor = 'operator:eve' WHERE number = 3`);
  clock.advance(3_000_000);
  expect((await chain.look()).broken).toBeUndefined();
  clock.advance(700_000);
  expect(await chain.look()).toMatchObject({ checkedTo: '25', broken: { number: '3', fault: 'changed' } });
});

test('says nothing of an empty log', async () => {
  await tamper('DELETE FROM audit_event');
  expect(await new AuditChain(database, clock).look()).toMatchObject({ last: '0', checkedTo: '0', broken: undefined });
});
