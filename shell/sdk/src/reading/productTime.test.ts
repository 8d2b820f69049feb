import { afterEach, expect, jest, test } from '@jest/globals';
import { noteProductTime, productNow } from './productTime.ts';

afterEach(() => {
  jest.useRealTimers();
});

test("a phone whose clock is a day behind reports the product's time, and goes on with it", () => {
  jest.useFakeTimers({ now: Date.parse('2026-03-08T12:00:00Z') });
  noteProductTime('2026-03-09T12:00:00.000Z');
  jest.advanceTimersByTime(60_000);
  expect(new Date(productNow()).toISOString()).toBe('2026-03-09T12:01:00.000Z');
});
