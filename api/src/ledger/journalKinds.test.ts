import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ExplainedError } from '../ground/explainedError.ts';
import { Database } from '../platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { checkJournalKinds } from './journalKinds.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

test('the database takes the kinds that are listed, and no other', async () => {
  await checkJournalKinds(database);
  await expect(
    own.sql(`INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
             VALUES (0, 'k', gen_random_uuid(), '\\x00', 'unheard_of', '{}', now())`),
  ).rejects.toMatchObject({ constraint: 'journal_kind_known' });
});

test('a start with another list than the database has is refused', async () => {
  await own.sql('ALTER DOMAIN journal_kind DROP CONSTRAINT journal_kind_known');
  await own.sql(
    `ALTER DOMAIN journal_kind ADD CONSTRAINT journal_kind_known CHECK (VALUE IN ('opening', 'unheard_of'))`,
  );
  await expect(checkJournalKinds(database)).rejects.toThrow(ExplainedError);
});
