import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Turns } from './turns.ts';

test('those of one key go one after the other, in their order, also after a failure', async () => {
  const turns = new Turns();
  const seen: string[] = [];
  const step = (name: string, ms: number, fails = false) =>
    turns.run('a', async () => {
      seen.push(`${name} begins`);
      await delay(ms);
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const results = await Promise.allSettled([step('first', 20), step('second', 5, true), step('third', 1)]);
  expect(seen).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('those of other keys do not wait', async () => {
  const turns = new Turns();
  let open = (): void => undefined;
  const blocked = turns.run('a', () => new Promise<void>((resolve) => (open = resolve)));
  expect(await turns.run('b', async () => 'done')).toBe('done');
  open();
  await blocked;
});
