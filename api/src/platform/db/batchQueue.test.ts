import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { BatchQueue, type BatchQueueOptions } from './batchQueue.ts';

/** A queue whose batches end when the test says so. */
function controlled(options: BatchQueueOptions = { lanes: 2, maximumBatch: 4, maximumQueued: 10 }) {
  const batches: { readonly items: readonly number[]; end: (error?: Error) => void }[] = [];
  const queue = new BatchQueue<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        batches.push({ items, end: (error) => (error ? reject(error) : resolve(items.map((item) => `${item}!`))) });
      }),
    options,
  );
  return { queue, batches, sent: () => batches.map(({ items }) => items) };
}

test('what arrives together goes together, and each gets its own answer', async () => {
  const { queue, batches, sent } = controlled();
  const answers = [1, 2, 3].map((item) => queue.submit(item));
  await nextTurn();
  expect(sent()).toEqual([[1, 2, 3]]);
  batches[0]?.end();
  expect(await Promise.all(answers)).toEqual(['1!', '2!', '3!']);
});

test('a free lane is used at once; what arrives while all are busy waits, and goes as one', async () => {
  const { queue, batches, sent } = controlled();
  const answers: Promise<string>[] = [];
  for (const item of [1, 2, 3, 4]) {
    answers.push(queue.submit(item));
    await nextTurn();
    await nextTurn();
  }
  expect(sent()).toEqual([[1], [2]]);
  batches[1]?.end();
  await nextTurn();
  expect(sent()).toEqual([[1], [2], [3, 4]]);
  batches[0]?.end();
  batches[2]?.end();
  expect(await Promise.all(answers)).toEqual(['1!', '2!', '3!', '4!']);
});

test('who is not alone collects for a moment, and has one lane; alone again it waits for nothing', async () => {
  let others = 1;
  const begin = async () => {
    const startedAt = performance.now();
    const one = controlled({ lanes: 2, maximumBatch: 4, maximumQueued: 10, others: () => others });
    const answers = [one.queue.submit(1)];
    await nextTurn();
    answers.push(one.queue.submit(2));
    const before = one.sent();
    return { ...one, answers, before, tookMs: performance.now() - startedAt };
  };
  let begun = await begin();
  // On a busy machine the moment is over before the second comes.
  while (begun.tookMs > 3) begun = await begin();
  const { queue, batches, sent, answers, before } = begun;
  expect(before).toEqual([]);
  await delay(20);
  expect(sent()).toEqual([[1, 2]]);
  answers.push(queue.submit(3));
  await delay(20);
  expect(sent()).toEqual([[1, 2]]);
  batches[0]?.end();
  await nextTurn();
  expect(sent()).toEqual([[1, 2], [3]]);
  others = 0;
  answers.push(queue.submit(4));
  await nextTurn();
  expect(sent()).toEqual([[1, 2], [3], [4]]);
  for (const { end } of batches) end();
  expect(await Promise.all(answers)).toEqual(['1!', '2!', '3!', '4!']);
});

test('what collects when the queue closes is still sent', async () => {
  const { queue, batches } = controlled({ lanes: 2, maximumBatch: 4, maximumQueued: 10, others: () => 1 });
  const answer = queue.submit(1);
  const closed = queue.close();
  await delay(20);
  batches[0]?.end();
  await closed;
  expect(await answer).toBe('1!');
});

test('a batch has a largest size, and what is left over takes the next lane', async () => {
  const { queue, batches, sent } = controlled();
  const answers = [1, 2, 3, 4, 5, 6].map((item) => queue.submit(item));
  await nextTurn();
  await nextTurn();
  expect(sent()).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ]);
  for (const { end } of batches) end();
  expect(await Promise.all(answers)).toHaveLength(6);
});

test('beyond its bound the queue turns away at once, and takes again when there is room', async () => {
  const { queue, batches } = controlled({ lanes: 1, maximumBatch: 1, maximumQueued: 2 });
  const first = queue.submit(1);
  await nextTurn();
  const waiting = [queue.submit(2), queue.submit(3)];
  await expect(queue.submit(4)).rejects.toMatchObject({ code: 'server.busy', headers: { 'retry-after': '1' } });
  batches[0]?.end();
  await first;
  await nextTurn();
  waiting.push(queue.submit(5));
  for (const index of [1, 2, 3]) {
    await nextTurn();
    batches[index]?.end();
  }
  expect(await Promise.all(waiting)).toEqual(['2!', '3!', '5!']);
});

test('a batch that fails fails for its own items, and the lane goes on', async () => {
  const { queue, batches } = controlled({ lanes: 1, maximumBatch: 2, maximumQueued: 10 });
  const answers = [1, 2, 3].map((item) => queue.submit(item).catch((error: Error) => error.message));
  await nextTurn();
  batches[0]?.end(new Error('gone'));
  await nextTurn();
  batches[1]?.end();
  expect(await Promise.all(answers)).toEqual(['gone', 'gone', '3!']);
});

test('closing waits for what was taken, and takes nothing more', async () => {
  const { queue, batches } = controlled({ lanes: 1, maximumBatch: 1, maximumQueued: 10 });
  const answers = [queue.submit(1), queue.submit(2)];
  await nextTurn();
  let closed = false;
  const closing = queue.close().then(() => {
    closed = true;
  });
  await expect(queue.submit(3)).rejects.toMatchObject({ code: 'server.busy' });
  batches[0]?.end();
  await nextTurn();
  expect(closed).toBe(false);
  batches[1]?.end();
  expect(await Promise.all(answers)).toEqual(['1!', '2!']);
  await closing;
});

test('a queue that never had work closes at once', async () => {
  await expect(controlled().queue.close()).resolves.toBeUndefined();
});

test('a batch runs outside of the context of whoever submitted first', async () => {
  const context = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const queue = new BatchQueue<number, number>(
    async (items) => {
      seen.push(context.getStore());
      return items;
    },
    { lanes: 1, maximumBatch: 4, maximumQueued: 4 },
  );
  await context.run('a transaction', () => queue.submit(1));
  expect(seen).toEqual([undefined]);
});
