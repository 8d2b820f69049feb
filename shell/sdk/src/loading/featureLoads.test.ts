import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { FeatureLoads } from './featureLoads.ts';

let loads: FeatureLoads;

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  loads = new FeatureLoads();
  loads.setDeadline(2_000);
});
afterEach(() => void jest.useRealTimers());

test('all that one load needs shares one deadline', () => {
  loads.begin('team');
  jest.advanceTimersByTime(1_500);
  loads.begin('team');
  expect(loads.millisecondsLeft('team')).toBe(500);
  expect(loads.millisecondsLeft('plan')).toBe(2_000);
});

test('a load that ended, or is over its time, does not shorten the next one', () => {
  loads.begin('team');
  jest.advanceTimersByTime(1_500);
  loads.end('team');
  expect(loads.millisecondsLeft('team')).toBe(2_000);
  loads.begin('team');
  jest.advanceTimersByTime(2_500);
  expect(loads.millisecondsLeft('team')).toBe(0);
  loads.begin('team');
  expect(loads.millisecondsLeft('team')).toBe(2_000);
});

test('a file is given up when the time of its load is over, or when the member does not want to wait', () => {
  const given: string[] = [];
  loads.begin('team');
  jest.advanceTimersByTime(1_500);
  loads.wait('team', (why) => given.push(`first ${why}`));
  jest.advanceTimersByTime(499);
  expect(given).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(given).toEqual(['first timeout']);
  loads.wait('plan', (why) => given.push(`second ${why}`));
  loads.restart();
  expect(given).toEqual(['first timeout', 'second error']);
});

test('a file that failed is asked for at another address', () => {
  expect(loads.addressOf('/a.js')).toBe('/a.js');
  loads.noteFailedFile('/a.js');
  loads.noteFailedFile('/a.js');
  expect([loads.addressOf('/a.js'), loads.addressOf('/b.js')]).toEqual(['/a.js?r=2', '/b.js']);
});
