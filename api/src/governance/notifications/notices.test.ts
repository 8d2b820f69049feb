import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { noticeTemplates } from '@trellis/api-contract';
import { systemClock } from '../../ground/clock.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { memberId } from '../../testing/members.ts';
import { noticesIn } from '../../testing/records.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { Notices } from './notices.ts';

let app: TestApplication;
let database: Database;
let notices: Notices;
let hana: string;
beforeAll(async () => {
  app = await startTestApplication();
  database = new Database({ url: app.database.url, poolSize: 2 });
  notices = new Notices(database, systemClock);
  hana = await memberId(app.database, 'hana');
});
afterAll(async () => {
  await database.close();
  await app.close();
});

test('a notice goes with the transaction that it is of', async () => {
  const failing = database.inTransaction(async () => {
    await notices.add({ memberId: hana, kind: 'security', template: 'googleBound', params: {} });
    throw new Error('not bound after all');
  });
  await expect(failing).rejects.toThrow('not bound');
  expect(await noticesIn(app.database, 'hana')).toEqual([]);
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'a notice never leads to %s',
  async (link) => {
    const adding = notices.add({ memberId: hana, kind: 'system', template: 'termsChanged', params: {}, link });
    expect(sqlState(await adding.catch((error: unknown) => error))).toBe('23514');
  },
);

test('the table knows every kind of the contract', async () => {
  const kinds = new Set(Object.values(noticeTemplates).map(({ kind }) => kind));
  for (const kind of kinds)
    await app.database.sql(
      `INSERT INTO notice (member, kind, template, params, created_at) VALUES ($1, $2, 't', '{}', now())`,
      [hana, kind],
    );
  await app.database.sql(`DELETE FROM notice WHERE template = 't'`);
});
