import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Releases } from './offer.ts';
import { listenToReleases } from './releaseChanges.ts';

/** The part of the browser's event source that is used; jsdom has none. */
class FakeSource {
  static readonly opened: FakeSource[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  readonly address: string;

  constructor(address: string) {
    this.address = address;
    FakeSource.opened.push(this);
  }
  close() {
    this.closed = true;
  }
}

beforeEach(() => {
  jest.useFakeTimers();
  FakeSource.opened.length = 0;
  Object.defineProperty(globalThis, 'EventSource', { value: FakeSource, configurable: true });
});
afterEach(() => void jest.useRealTimers());

function start() {
  const state = { may: true };
  const told: Releases[] = [];
  const look = listenToReleases(
    () => state.may,
    (releases) => void told.push(releases),
  );
  const last = () => FakeSource.opened.at(-1);
  return { state, told, look, last, count: () => FakeSource.opened.length };
}

test('it listens while it may, hangs up when not, and comes back', () => {
  const { state, look, last, count } = start();
  expect(last()?.address).toBe('/releases/changes');
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

test('a message tells releases; anything else is passed over', () => {
  const { told, last } = start();
  for (const data of [
    '{"shell":"3","features":{"wallet":"2","stranger":"1","team":7}}',
    'nonsense',
    'null',
    '{"features":[]}',
  ])
    last()?.onmessage?.({ data });
  expect(told).toEqual([{ shell: '3', wallet: '2' }, {}]);
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
  last()?.onmessage?.({ data: '{"features":{}}' });
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
