import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ReportedFailure } from '../platform/jobs/job.ts';
import { TestWatchers } from '../testing/deposits.ts';
import { heardLog } from '../testing/heardLog.ts';
import { TestChain } from '../testing/testChain.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';

let chain: TestChain;
let own: TestDatabase;
let watchers: TestWatchers;
beforeAll(async () => {
  [chain, own] = await Promise.all([TestChain.start(), createTestDatabase()]);
  watchers = new TestWatchers(own.url, chain);
});
afterAll(async () => {
  await watchers?.close();
  await own?.drop();
  await chain?.stop();
});

const { signal } = new AbortController();

test('of two processes one watches a chain, and the other says nothing about how that goes', async () => {
  const [one, two] = [watchers.job('BSC'), watchers.job('BSC')];
  expect(await one.run(signal)).not.toBe('elsewhere');
  expect(await two.run(signal)).toBe('elsewhere');
  expect(await one.run(signal)).not.toBe('elsewhere');
});

test('a node that is away is a failure in one word, told to the log here, and an alarm after five', async () => {
  const { log, heard } = heardLog();
  log.child = () => log as never;
  const job = watchers.job('BSC', { node: { ...chain.config('BSC').node, url: 'http://127.0.0.1:1/key' } }, log);
  for (let failures = 1; failures <= 6; failures += 1) {
    const failure = await Promise.resolve(job.run(signal)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ReportedFailure);
    expect(failure).toMatchObject({ code: 'transient' });
  }
  expect(heard.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn', 'warn', 'error']);
  expect(JSON.stringify(heard)).not.toContain('key');
});
