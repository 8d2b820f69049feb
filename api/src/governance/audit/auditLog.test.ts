import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { auditActions } from '@trellis/api-contract/operator';
import { Database } from '../../platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { type AuditEntry, type AuditSearch, auditPage, recordAccess, recordAudit } from './auditLog.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 8 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const entry = (subject: string) =>
  ({ actor: 'command:ann', action: 'rule.set', subject, reason: 'for the test' }) as const;
const record = (subject: string) => database.inTransaction(() => recordAudit(database, entry(subject)));
const numbers = async () => (await auditPage(database, undefined, 100)).map(({ number }) => Number(number));

test('writers at the same moment get numbers without a gap, and a transaction that fails leaves none', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => record(`subject ${index}`)));
  const failing = database.inTransaction(async () => {
    await recordAudit(database, entry('undone'));
    throw new Error('the change itself failed');
  });
  await expect(failing).rejects.toThrow('the change itself failed');
  await record('last');
  expect(await numbers()).toEqual(Array.from({ length: 21 }, (_, index) => 21 - index));
});

test('an entry without the transaction of its change is a fault of ours', async () => {
  await expect(recordAudit(database, entry('alone'))).rejects.toThrow('belongs into the transaction');
});

test('pages go backwards', async () => {
  const [latest, next] = await auditPage(database, undefined, 2);
  expect(latest).toMatchObject({ number: '21', subject: 'last', before: null, requestId: null });
  expect(await auditPage(database, latest?.number, 1)).toEqual([next]);
});

test('rows are found by who, what, about what and request, and without looks', async () => {
  const add = (more: Partial<AuditEntry>) =>
    database.inTransaction(() => recordAudit(database, { ...entry('found'), ...more }));
  await add({ actor: 'operator:zoe', action: 'member.country', requestId: 'request 1' });
  await add({ actor: 'operator:zoe', action: 'member.suspend', reason: 'read' });
  const access = { actor: 'operator:zoe', action: 'member.export_records', subject: 'found' } as const;
  await database.inTransaction(() => recordAccess(database, access));
  await add({ actor: 'operator:zo', action: 'mail.drop', subject: "it's %" });
  const actionsOf = async (search: AuditSearch, before?: string) =>
    (await auditPage(database, before, 10, search)).map(({ action }) => action);
  expect(await actionsOf({ actor: 'operator:zoe' })).toEqual([
    'member.export_records',
    'member.suspend',
    'member.country',
  ]);
  expect(await actionsOf({ actor: 'operator:zoe', without: 'looks' })).toEqual(['member.suspend', 'member.country']);
  expect(await actionsOf({ action: 'member.' })).toEqual(['member.export_records', 'member.suspend', 'member.country']);
  expect(await actionsOf({ action: 'member_' })).toEqual([]);
  expect(await actionsOf({ subject: "it's %" })).toEqual(['mail.drop']);
  expect(await actionsOf({ requestId: 'request 1', actor: 'operator:zoe', subject: 'found' })).toEqual([
    'member.country',
  ]);
  const [latest] = await auditPage(database, undefined, 1, { actor: 'operator:zoe' });
  expect(await actionsOf({ actor: 'operator:zoe' }, latest?.number)).toEqual(['member.suspend', 'member.country']);
  // Nothing is written as an action under the name of a look.
  for (const action of ['member.read', 'mail.list_dead', 'audit.export'] as const)
    await expect(add({ action })).rejects.toThrow(`${action} is named as a look`);
});

test('no row can be written past the function, changed or taken away', async () => {
  for (const statement of [
    'UPDATE audit_event SET reason = reason',
    'DELETE FROM audit_event',
    'TRUNCATE audit_event CASCADE',
  ]) {
    await expect(own.sql(statement)).rejects.toMatchObject({ code: 'TR009' });
    await expect(database.rows(statement)).rejects.toThrow('permission denied');
  }
  await expect(
    database.change('INSERT INTO audit_event SELECT number + 100, actor FROM audit_event', [], { rows: 'any' }),
  ).rejects.toThrow('permission denied');
});

test('a blank reason is none', async () => {
  const blank = database.inTransaction(() => recordAudit(database, { ...entry('blank'), reason: ' ' }));
  await expect(blank).rejects.toMatchObject({ original: { constraint: 'audit_event_reason_check' } });
});

// What TypeScript writes, the types hold to the contract's list.
test('what functions of the database write is on the list of actions, for which the console has words', async () => {
  const functions = await own.sql<{ source: string }>(
    `SELECT prosrc AS source FROM pg_proc WHERE prosrc ~* 'perform record_audit[(]'`,
  );
  const written = functions.flatMap(({ source }) =>
    [...source.matchAll(/record_audit[(][^,]+, '([^']+)'/gi)].map(([, action]) => action),
  );
  expect(written.length).toBe(functions.flatMap(({ source }) => source.match(/record_audit[(]/gi) ?? []).length);
  expect(auditActions).toEqual(expect.arrayContaining(written));
  expect(written.toSorted()).toEqual(['books.explain', 'withdrawal.review_again']);
});
