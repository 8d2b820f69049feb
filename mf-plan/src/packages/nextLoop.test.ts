import { expect, test } from '@jest/globals';
import { broughtBy, nextIndex, passedOf, soFar } from './nextLoop.ts';

const usdp = (amount: string) => ({ amount, unit: 'USDP' as const });
const loop = (n: number, dueOn: string, releasedAt: string | null) => ({
  n,
  dueOn,
  value: usdp('33.333333'),
  reward: usdp('0.164383'),
  releasedAt,
});
const loops = [
  loop(1, '2026-04-08', '2026-04-09T03:00:00.000Z'),
  loop(2, '2026-05-08', null),
  loop(3, '2026-06-07', null),
];

test('a loop brings its part of the price and its part of the reward', () => {
  expect(broughtBy(loops[0] as (typeof loops)[0])).toEqual(usdp('33.497716'));
});

test('what came back is active with its reward, and the rest is locked', () => {
  expect(soFar({ loops, cancelledAt: null })).toEqual({
    active: usdp('33.497716'),
    locked: usdp('66.666666'),
    reward: usdp('0.164383'),
  });
  expect(nextIndex({ loops, cancelledAt: null })).toBe(1);
});

test('of what was cancelled nothing is locked, and nothing comes next', () => {
  const cancelledAt = '2026-03-10T00:00:00.000Z';
  const open = loops.map((each) => ({ ...each, releasedAt: null }));
  expect(soFar({ loops: open, cancelledAt })).toEqual({
    active: usdp('0.00'),
    locked: usdp('0.00'),
    reward: usdp('0.00'),
  });
  expect(nextIndex({ loops: open, cancelledAt })).toBe(-1);
});

test.each([
  ['bought in the evening, at its own first midnight', 0, '2026-03-09T22:00:00Z', '2026-03-09T22:00:00Z', 0.03],
  ['half of its days', 0, '2026-03-09T22:00:00Z', '2026-03-24T00:00:00Z', 0.5],
  ['a day before the second', 1, '2026-03-09T22:00:00Z', '2026-05-07T00:00:00Z', 29 / 30],
  ['a late job', 1, '2026-03-09T22:00:00Z', '2026-07-01T00:00:00Z', 1],
  ['a clock that is behind', 0, '2026-03-09T22:00:00Z', '2026-03-01T00:00:00Z', 0],
])('how much of the time before a loop has passed: %s', (_what, index, startedAt, now, passed) => {
  expect(passedOf(loops, index, startedAt, Date.parse(now))).toBeCloseTo(passed, 2);
});
