import { expect, test } from '@jest/globals';
import { timeLeft } from './timeLeft.ts';

const now = Date.parse('2026-03-09T15:00:00Z');

test.each([
  ['2026-03-12T14:59:59Z', { hours: 71, minutes: 59, late: false, tone: 'neutral' }],
  ['2026-03-10T15:00:00Z', { hours: 24, minutes: 0, late: false, tone: 'neutral' }],
  ['2026-03-10T14:59:59Z', { hours: 23, minutes: 59, late: false, tone: 'warning' }],
  ['2026-03-10T03:00:00Z', { hours: 12, minutes: 0, late: false, tone: 'warning' }],
  ['2026-03-10T02:59:59Z', { hours: 11, minutes: 59, late: false, tone: 'negative' }],
  ['2026-03-09T13:30:00Z', { hours: 1, minutes: 30, late: true, tone: 'negative' }],
])('%s', (deadline, left) => {
  expect(timeLeft(deadline, now)).toEqual(left);
});
