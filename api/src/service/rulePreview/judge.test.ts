import { describe, expect, test } from '@jest/globals';
import { judge, type Move } from './judge.ts';

const noon = Date.UTC(2026, 2, 9, 12);
const hour = 3_600_000;
const move = (amount: number, at = noon, member = 'ren'): Move => ({ member, amount: BigInt(amount), at });
const bounds = { minimum: 10n, maximum: 100n, dayMaximum: 150n };
const start = Date.UTC(2026, 2, 9);

describe('each bound refuses what is beyond it, and not what is at it', () => {
  test.each([
    ['the least', [move(10), move(9)], { minimum: 1, maximum: 0, day: 0 }],
    ['the most', [move(100), move(101)], { minimum: 0, maximum: 1, day: 0 }],
    ['the day', [move(100), move(50), move(10)], { minimum: 0, maximum: 0, day: 1 }],
  ])('%s', (_name, moves, refused) => {
    expect(judge(moves, bounds, start)).toEqual({ count: moves.length, refused, members: 1 });
  });
});

test('what is refused uses nothing up: what comes after it may still go through', () => {
  const { refused } = judge([move(100), move(60), move(50), move(101)], bounds, start);
  expect(refused).toEqual({ minimum: 0, maximum: 1, day: 1 });
});

test('each member has a day of their own, and each day in UTC its own', () => {
  const moves = [move(100), move(100, noon, 'hana'), move(100, noon + 12 * hour)];
  expect(judge(moves, bounds, start)).toMatchObject({ count: 3, refused: { day: 0 }, members: 0 });
});

test('what was before uses up its day, and is not counted', () => {
  expect(judge([move(100, noon - hour), move(60)], bounds, noon)).toEqual({
    count: 1,
    refused: { minimum: 0, maximum: 0, day: 1 },
    members: 1,
  });
});

test('of what has no most everything goes through', () => {
  expect(judge([move(1_000_000)], { minimum: 10n }, start)).toMatchObject({ members: 0 });
});
