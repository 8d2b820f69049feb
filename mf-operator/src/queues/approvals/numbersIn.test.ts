import { expect, test } from '@jest/globals';
import { numbersIn } from './numbersIn.ts';

test('the numbers of a change are those on both of its sides', () => {
  expect(
    numbersIn(
      { rate: '0.25', source: 'Binance', fee: 2 },
      { rate: '177.5', source: 'typed', fee: 3, from: '2026-03-09' },
    ),
  ).toEqual([
    ['0.25', '177.5'],
    ['2', '3'],
  ]);
});

test('what begins has no number to be held against', () => {
  expect(numbersIn(null, { rate: '177.5' })).toEqual([]);
  expect(numbersIn({ rate: '1' }, null)).toEqual([]);
});
