import { expect, test } from '@jest/globals';
import { isLate, waitOf } from './waits.ts';

const since = '2026-03-09T12:00:00.000Z';
const after = (minutes: number) => Date.parse(since) + minutes * 60_000;

test.each([
  [-5, 'inquiries.waitMinutes', { minutes: 0 }, false],
  [59, 'inquiries.waitMinutes', { minutes: 59 }, false],
  [60, 'inquiries.waitHours', { hours: 1, minutes: 0 }, false],
  [1439, 'inquiries.waitHours', { hours: 23, minutes: 59 }, false],
  [1440, 'inquiries.waitDays', { days: 1, hours: 0 }, true],
  [4000, 'inquiries.waitDays', { days: 2, hours: 18 }, true],
])('%d minutes', (minutes, text, values, late) => {
  expect(waitOf(since, after(minutes))).toEqual({ text, values });
  expect(isLate(since, after(minutes))).toBe(late);
});
