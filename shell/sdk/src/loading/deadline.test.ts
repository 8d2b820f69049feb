import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { beginLoad, endLoad, millisecondsLeft, setLoadDeadline } from './deadline.ts';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  setLoadDeadline(2_000);
});
afterEach(() => {
  endLoad('team');
  jest.useRealTimers();
});

test('all that one load needs shares one deadline', () => {
  beginLoad('team');
  jest.advanceTimersByTime(1_500);
  beginLoad('team');
  expect(millisecondsLeft('team')).toBe(500);
  expect(globalThis.trellisDeadlineMs?.('team')).toBe(500);
  expect(millisecondsLeft('plan')).toBe(2_000);
});

test('a load that ended, or is over its time, does not shorten the next one', () => {
  beginLoad('team');
  jest.advanceTimersByTime(1_500);
  endLoad('team');
  expect(millisecondsLeft('team')).toBe(2_000);
  beginLoad('team');
  jest.advanceTimersByTime(2_500);
  expect(millisecondsLeft('team')).toBe(0);
  beginLoad('team');
  expect(millisecondsLeft('team')).toBe(2_000);
});
