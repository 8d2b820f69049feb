import { expect, test } from '@jest/globals';
import { newestOf } from './vault.ts';

const answer = (endpoint: string, at: number, args = {}, data: unknown = at) => ({ endpoint, args, data, at });

test('of each question its latest answer is kept, whichever page read it', () => {
  const kept = newestOf([
    answer('getBalances', 1),
    answer('listRecords', 5, { kind: 'deposit' }),
    answer('getBalances', 3),
    answer('getBalances', 2),
    answer('listRecords', 4),
  ]);
  expect(kept).toEqual([
    answer('listRecords', 5, { kind: 'deposit' }),
    answer('listRecords', 4),
    answer('getBalances', 3),
  ]);
});

test('what has no room is what was read longest ago', () => {
  const many = newestOf(Array.from({ length: 100 }, (_, at) => answer('getRecord', at, { id: `${at}` })));
  expect([many.length, many.at(-1)?.at]).toEqual([60, 40]);
  const large = newestOf([
    answer('a', 1, {}, 'x'.repeat(300_000)),
    answer('b', 2, {}, 'x'.repeat(300_000)),
    answer('c', 0),
  ]);
  expect(large.map(({ endpoint }) => endpoint)).toEqual(['b']);
});
