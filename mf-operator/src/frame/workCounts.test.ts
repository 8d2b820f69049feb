import { expect, test } from '@jest/globals';
import { workCounts } from './workCounts.ts';

const now = Date.parse('2026-03-09T12:00:00Z');

test('what waits is added up by place, and is due where a deadline is near', () => {
  const counts = workCounts(
    [
      { kind: 'review', count: 3, at: '2026-03-11T12:00:00Z' },
      { kind: 'pay', count: 2, at: '2026-03-09T20:00:00Z' },
      { kind: 'inquiries', count: 4, at: '2026-03-09T08:00:00Z' },
      { kind: 'approvals', count: 1, at: null },
    ],
    now,
  );
  expect([...counts]).toEqual([
    ['/withdrawals', { count: 5, isDue: true }],
    ['/inquiries', { count: 4, isDue: false }],
    ['/approvals', { count: 1, isDue: false }],
  ]);
});
