import { expect, test } from '@jest/globals';
import { daysOf } from './daysOf.ts';

const day = (time: string) => time.slice(0, 10);
const written = (...times: string[]) =>
  daysOf(
    times.map((at) => ({ at })),
    day,
  ).map(({ name, items }) => `${name}: ${items.length}`);

test('records stand under the day that they are of', () => {
  expect(written('2026-03-09T15:04:00Z', '2026-03-09T01:00:00Z', '2026-03-07T23:00:00Z')).toEqual([
    '2026-03-09: 2',
    '2026-03-07: 1',
  ]);
});

test('nothing has no day', () => {
  expect(written()).toEqual([]);
});
