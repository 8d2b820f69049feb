import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Job, ReportedFailure } from '../platform/jobs/job.ts';
import { TestWatchers } from '../testing/deposits.ts';
import { heardLog } from '../testing/heardLog.ts';
import { type NodeCall, NodeProxy } from '../testing/nodeProxy.ts';
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

test('a node that is away is a failure in one word, asked to the log here, and an alarm after five', async () => {
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

test('an alarm counts the failures of all processes together', async () => {
  const { log, heard } = heardLog();
  log.child = () => log as never;
  const away = { node: { ...chain.config('TRON').node, url: 'http://127.0.0.1:1/' } };
  await own.sql(
    `INSERT INTO job (name, failures, failing_since, last_failed_at, last_error) VALUES ('TRON main', 4, now(), now(), 'x')`,
  );
  await Promise.resolve(watchers.job('TRON', away, log).run(signal)).catch(() => undefined);
  expect(heard.map(({ level }) => level)).toEqual(['error']);
  await own.sql(`DELETE FROM job`);
});

describe('a node that is exchanged behind its address', () => {
  let other: TestChain;
  let at = '';
  let proxy: NodeProxy;
  const job = () => {
    const { log, heard } = heardLog();
    log.child = () => log as never;
    return { job: watchers.job('BSC', { node: { url: proxy.url } }, log), heard };
  };
  const run = (one: Job) => Promise.resolve(one.run(signal)).catch((error: unknown) => (error as ReportedFailure).code);
  const halted = () => own.sql('SELECT 1 FROM chain_cursor WHERE halted_at IS NOT NULL');

  beforeAll(async () => {
    other = await TestChain.start();
    proxy = await NodeProxy.start(chain.url, (call, forward) => answers(call) ?? forwardTo(at, call) ?? forward(call));
  });
  afterAll(async () => {
    proxy?.close();
    await other?.stop();
  });
  beforeEach(async () => {
    at = chain.url;
    answers = () => undefined;
    await own.sql('DELETE FROM chain_cursor');
  });

  type Answer = Promise<{ status: number; body: string }> | undefined;
  let answers: (call: NodeCall) => Answer;
  function forwardTo(url: string, call: NodeCall): Answer {
    if (url === chain.url) return undefined;
    return fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    }).then(async (response) => ({ status: response.status, body: await response.text() }));
  }

  test('is noticed by the number of its chain with the next look, and halts nothing', async () => {
    const { job: one, heard } = job();
    while ((await run(one)) === true);
    answers = ({ method, id }) =>
      method === 'eth_chainId'
        ? Promise.resolve({ status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, result: '0x61' }) })
        : undefined;
    expect(await run(one)).toBe('configuration');
    expect(heard.at(-1)).toMatchObject({
      level: 'error',
      facts: { why: 'CHAIN_BSC_RPC_URL is a node of chain 97, not 31337.' },
    });
    answers = () => undefined;
    expect(await run(one)).toBe(false);
    expect(await halted()).toEqual([]);
  });

  test('with the same number is noticed by its first block, and no chain is halted for it', async () => {
    const { job: one, heard } = job();
    await chain.node.mine(20);
    while ((await run(one)) === true);
    await other.node.mine(60);
    at = other.url;
    for (let reads = 0; reads < 2; reads += 1) await run(one);
    expect(heard.at(-1)).toMatchObject({
      level: 'error',
      facts: { alarm: expect.stringMatching(/configuration|fatal/) },
    });
    expect(await halted()).toEqual([]);
    at = chain.url;
    expect(await run(one)).toBe(false);
  });

  test('and ends below what was read is no chain without news', async () => {
    const { job: one } = job();
    await chain.node.mine(40);
    while ((await run(one)) === true);
    const snapshot = await chain.node.call('evm_snapshot');
    await chain.node.mine(60);
    while ((await run(one)) === true);
    await chain.node.call('evm_revert', snapshot);
    expect(await run(one)).toBe('transient');
    await chain.node.mine(120);
  });
});
