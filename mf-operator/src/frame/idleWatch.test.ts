import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { IdleWatch, type SessionLeft } from './idleWatch.ts';

const minutes = (count: number) => count * 60_000;

/** A server that keeps a session, and a page that uses it. */
let usedAt: number;
let seenAt: number;
let openedAt: number;
let answer: 'as it is' | 'nobody' | 'nothing';
const ask = jest.fn(async (): Promise<SessionLeft | null | undefined> => {
  if (answer === 'nothing') return undefined;
  const idleMs = seenAt + minutes(15) - Date.now();
  const wholeMs = openedAt + minutes(8 * 60) - Date.now();
  return answer === 'nobody' || idleMs <= 0 || wholeMs <= 0 ? null : { idleMs, wholeMs };
});
let watch: IdleWatch;

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-03-09T12:00:00Z') });
  ask.mockClear();
  [usedAt, seenAt, openedAt, answer] = [Date.now(), Date.now(), Date.now(), 'as it is'];
  watch = new IdleWatch({ lastUseAt: () => usedAt, ask });
  watch.begin();
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** A call on this page. */
function use() {
  [usedAt, seenAt] = [Date.now(), Date.now()];
  watch.used();
}

test('warns two minutes before the end, again with each minute, having asked as it must and not at intervals', async () => {
  await pass(minutes(12.5));
  expect(ask).not.toHaveBeenCalled();
  await pass(minutes(0.4));
  expect(watch.warning()).toBeUndefined();
  await pass(minutes(0.15));
  expect(watch.warning()).toEqual({ minutes: 2, final: false });
  await pass(minutes(1));
  expect(watch.warning()).toEqual({ minutes: 1, final: false });
  // A little before, for the server's own measure, and right before it is said.
  expect(ask).toHaveBeenCalledTimes(2);
});

test('one call on the page takes the warning away, and it comes again after as long', async () => {
  await pass(minutes(13.5));
  use();
  expect(watch.warning()).toBeUndefined();
  await pass(minutes(12.9));
  expect(watch.warning()).toBeUndefined();
  await pass(minutes(0.2));
  expect(watch.warning()).toMatchObject({ minutes: 2 });
});

test('says nothing while another tab prolongs the session', async () => {
  await pass(minutes(10));
  seenAt = Date.now();
  await pass(minutes(12));
  expect(watch.warning()).toBeUndefined();
  await pass(minutes(1.1));
  expect(watch.warning()).toMatchObject({ minutes: 2 });
  // While it stands, too: at the end it looks before it believes it.
  seenAt = Date.now();
  await pass(minutes(2.1));
  expect(watch.warning()).toBeUndefined();
});

test('when the session has ended, it is over, until somebody is logged in again', async () => {
  await pass(minutes(13.5));
  await pass(minutes(2));
  expect(watch.warning()).toBeUndefined();
  const request = ask.mock.calls.length;
  await pass(minutes(60));
  expect(ask).toHaveBeenCalledTimes(request);
  [usedAt, seenAt, openedAt] = [Date.now(), Date.now(), Date.now()];
  watch.begin();
  await pass(minutes(13.1));
  expect(watch.warning()).toMatchObject({ minutes: 2 });
});

test('whoever works without a pause is warned before the end that nothing prolongs', async () => {
  for (let at = 0; at < 8 * 60 - 3; at += 1) {
    await pass(minutes(1));
    use();
  }
  expect(watch.warning()).toBeUndefined();
  await pass(minutes(1.1));
  expect(watch.warning()).toEqual({ minutes: 2, final: true });
  use();
  expect(watch.warning()).toEqual({ minutes: 2, final: true });
  // Once for that end, once before it is said.
  expect(ask).toHaveBeenCalledTimes(2);
});

test('without an answer it goes by what the page knows, and does not ask again and again', async () => {
  answer = 'nothing';
  await pass(minutes(13.1));
  expect(watch.warning()).toMatchObject({ minutes: 2 });
  await pass(minutes(30));
  expect(watch.warning()).toBeUndefined();
  expect(ask.mock.calls.length).toBeLessThan(4);
});
