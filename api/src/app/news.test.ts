import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { News } from '../governance/change/news.ts';
import { Database } from '../platform/db/database.ts';
import { giveNotice } from '../testing/records.ts';
import { type Client, startTestApplication, type TestApplication } from '../testing/testApplication.ts';
import { memberTopics } from './memberTopics.ts';

let app: TestApplication;
let database: Database;
let demo: Client;
let news: News;
const ids = new Map<string, string>();
beforeAll(async () => {
  app = await startTestApplication();
  database = new Database({ url: app.database.url, poolSize: 2, prepared: true });
  demo = await app.logIn('demo');
  for (const { id, username } of await app.database.sql<{ id: string; username: string }>(
    'SELECT id, username FROM member',
  ))
    ids.set(username, id);
});
afterAll(async () => {
  await database.close();
  await app.close();
});
beforeEach(async () => {
  news = new News(database, memberTopics);
  expect(await news.read()).toBe('all');
  // What was written before may come once more: the first look saw only how far the tables are.
  await news.read();
});

/** Which of these have news; jobs have some for others meanwhile. */
const namesIn = async (...watched: readonly string[]): Promise<string[]> => {
  const read = await news.read();
  if (read === 'all') return ['all'];
  return watched.filter((username) => read.has(ids.get(username) ?? ''));
};

test('while nothing happens there is no news', async () => {
  expect(await namesIn('lihua', 'yuna', 'jisoo')).toEqual([]);
  expect(await namesIn('lihua', 'yuna', 'jisoo')).toEqual([]);
});

test('a transfer is news to both', async () => {
  expect((await demo.transfer('hana', '1')).status).toBe(201);
  expect(await namesIn('demo', 'emma', 'hana')).toEqual(['demo', 'hana']);
  expect((await demo.transfer('hana', '1')).status).toBe(201);
  expect(await namesIn('demo', 'emma', 'hana')).toEqual(['demo', 'hana']);
});

test('a row that is committed late is not missed, though later ones were seen', async () => {
  const writer = new Database({ url: app.database.ownerUrl, poolSize: 1 });
  const written = Promise.withResolvers<void>();
  const seen = Promise.withResolvers<void>();
  try {
    const writing = writer.inTransaction(async () => {
      await writer.rows(
        `INSERT INTO notice (member, kind, template, params, created_at)
         SELECT id, 'system', 'sessionEnded', '{"device": "Firefox"}', now() FROM member WHERE username = 'emma' RETURNING id`,
      );
      written.resolve();
      await seen.promise;
    });
    await Promise.race([written.promise, writing]);
    await giveNotice(app.database, 'noah');
    expect(await namesIn('emma', 'noah')).toEqual(['noah']);
    seen.resolve();
    await writing;
    expect(await namesIn('emma', 'noah')).toEqual(['emma']);
    expect(await namesIn('emma', 'noah')).toEqual([]);
  } finally {
    seen.resolve();
    await writer.close();
  }
});

test('what ends a session is news, so that its pages end', async () => {
  await app.logIn('ren');
  await namesIn();
  await (await app.logIn('ren')).send('DELETE', '/api/v1/sessions', undefined);
  expect(await namesIn('ren')).toEqual(['ren']);
});

test('terms are news to all', async () => {
  await app.database.sql(
    `INSERT INTO terms_document (document, version, texts, published_at)
     SELECT document, 77, texts, now() FROM terms_document WHERE document = 'terms' LIMIT 1`,
  );
  expect(await namesIn()).toEqual(['all']);
  expect(await namesIn('lihua')).toEqual([]);
});
