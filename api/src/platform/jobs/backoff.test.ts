import { expect, test } from '@jest/globals';
import { AppError } from '../../ground/errors.ts';
import { backoffMs, longestRetryMs } from './backoff.ts';
import { failureCode } from './failureCode.ts';

test('the first retry comes after the pause, each further one twice as late, and none later than five minutes', () => {
  const whole = [1, 2, 3, 4, 11, 12, 40, 5_000].map((failures) => backoffMs(failures, 250, 0));
  expect(whole).toEqual([250, 500, 1_000, 2_000, 256_000, 300_000, 300_000, 300_000]);
  expect(backoffMs(1, 60_000, 0)).toBe(60_000);
  expect(backoffMs(4, 60_000, 0)).toBe(longestRetryMs);
});

test('chance takes at most a quarter away, and never all', () => {
  for (const failures of [1, 2, 7, 30]) {
    const wholeMs = backoffMs(failures, 100, 0);
    for (let time = 0; time < 200; time += 1) {
      const ms = backoffMs(failures, 100);
      expect(ms).toBeLessThanOrEqual(wholeMs);
      expect(ms).toBeGreaterThanOrEqual(wholeMs * 0.75);
    }
  }
  expect(backoffMs(1, 1, 0.999)).toBe(1);
});

test.each([
  [new AppError('auth.forbidden'), 'auth.forbidden'],
  [Object.assign(new Error('to 10.0.0.1 with password x'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [new TypeError('of hana@example.com'), 'TypeError'],
  [Object.assign(new Error('x'), { code: 'a code of hana@example.com' }), 'Error'],
  [Object.assign(new Error('x'), { name: 'no name: hana' }), 'unknown'],
  ['a text', 'unknown'],
])('%p is kept as %s', (error, code) => {
  expect(failureCode(error)).toBe(code);
});
