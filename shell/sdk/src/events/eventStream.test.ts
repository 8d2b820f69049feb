import { expect, jest, test } from '@jest/globals';
import { FakeSource, useFakeSources } from '../../../jest/fakeSource.ts';
import { listenToEvents } from './eventStream.ts';

useFakeSources();

function start() {
  const state = { may: true, returns: 0 };
  const reported: unknown[] = [];
  const look = listenToEvents({
    path: '/stream',
    mayListen: () => state.may,
    events: { message: (data) => void reported.push(data) },
    onReturn: () => {
      state.returns += 1;
    },
  });
  const last = () => FakeSource.opened.at(-1);
  return { state, reported, look, last, count: () => FakeSource.opened.length };
}

test('it listens while it may, hangs up when not, and comes back', () => {
  const { state, look, last, count } = start();
  expect(last()?.address).toBe('/stream');
  look();
  expect(count()).toBe(1);
  state.may = false;
  look();
  expect(last()?.closed).toBe(true);
  state.may = true;
  look();
  expect(count()).toBe(2);
  expect(last()?.closed).toBe(false);
});

test('a broken connection is made again after a pause that doubles to a minute; a message forgives all', () => {
  const { last, count } = start();
  const pauses: number[] = [];
  for (const _ of Array.from({ length: 9 })) {
    const before = count();
    last()?.onerror?.();
    expect(last()?.closed).toBe(true);
    let waited = 0;
    for (; count() === before && waited < 100_000; waited += 250) jest.advanceTimersByTime(250);
    pauses.push(waited);
  }
  for (const [breaks, pause] of pauses.entries()) {
    const longest = Math.min(60_000, 1_000 * 2 ** breaks);
    expect(pause).toBeGreaterThanOrEqual(longest / 2);
    expect(pause).toBeLessThanOrEqual(longest);
  }
  last()?.send('message', '{}');
  last()?.onerror?.();
  const before = count();
  jest.advanceTimersByTime(1_000);
  expect(count()).toBe(before + 1);
});

test('a hidden page does not come back before it is seen', () => {
  const { state, look, last, count } = start();
  last()?.onerror?.();
  state.may = false;
  look();
  jest.advanceTimersByTime(120_000);
  expect(count()).toBe(1);
  state.may = true;
  look();
  expect(count()).toBe(2);
});

test('a pause that was given up does not shorten the next one', () => {
  const random = jest.spyOn(Math, 'random').mockReturnValue(0);
  const { state, look, last, count } = start();
  last()?.onerror?.();
  state.may = false;
  look();
  state.may = true;
  look();
  last()?.onerror?.();
  jest.advanceTimersByTime(999);
  expect(count()).toBe(2);
  jest.advanceTimersByTime(1);
  expect(count()).toBe(3);
  random.mockRestore();
});

test('a return is notified of before it is made, and only while it may listen', () => {
  const { state, look, last } = start();
  last()?.onerror?.();
  expect(state.returns).toBe(0);
  jest.advanceTimersByTime(60_000);
  expect(state.returns).toBe(1);
  last()?.onerror?.();
  state.may = false;
  jest.advanceTimersByTime(60_000);
  expect(state.returns).toBe(1);
  state.may = true;
  look();
  expect(state.returns).toBe(1);
});
