import { expect, test } from '@jest/globals';
import { periodOf, startOfPeriod } from './periods.ts';

const today = '2026-03-09';

test('a period ends today, which is one of its days', () => {
  expect(startOfPeriod('week', today)).toBe('2026-03-03');
  expect(startOfPeriod('month', today)).toBe('2026-02-08');
  expect(startOfPeriod('year', today)).toBe('2026-01-01');
});

test('days that are chosen are named again as the period that they are', () => {
  expect(periodOf({ from: '', to: '' }, today)).toBe('');
  expect(periodOf({ from: '2026-02-08', to: '' }, today)).toBe('month');
  expect(periodOf({ from: '2026-02-08', to: '2026-03-01' }, today)).toBe('own');
  expect(periodOf({ from: '2026-02-09', to: '' }, today)).toBe('own');
  expect(periodOf({ from: '', to: '2026-03-01' }, today)).toBe('own');
});
