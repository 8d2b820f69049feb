import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

let hidden: boolean;
let frames: (() => void)[];
let paint: typeof import('./firstPaint.ts');

beforeEach(async () => {
  jest.useFakeTimers({ now: 0 });
  hidden = false;
  frames = [];
  jest.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  window.requestAnimationFrame = (callback) => frames.push(() => callback(0));
  await jest.isolateModulesAsync(async () => {
    paint = await import('./firstPaint.ts');
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const later = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);
const makeFrame = () => {
  for (const callback of frames.splice(0)) callback();
  later(0);
};
const turn = (isHidden: boolean) => {
  hidden = isHidden;
  document.dispatchEvent(new Event('visibilitychange'));
};

test('from the beginning of the load to the end of the first frame; the page’s first screen counts for the page', () => {
  later(1_000);
  const since = performance.now();
  later(400);
  const reported = jest.fn();
  paint.untilPainted(since, reported);
  later(20);
  expect(reported).not.toHaveBeenCalled();
  makeFrame();
  expect(reported.mock.calls).toEqual([[420]]);
  expect(paint.pagePaintedMs()).toBe(1_420);
  later(5_000);
  paint.untilPainted(performance.now(), reported);
  makeFrame();
  expect(paint.pagePaintedMs()).toBe(1_420);
});

test.each<[string, () => void]>([
  ['was out of sight while it loaded', () => [true, false].forEach(turn)],
  ['has come in sight since', () => turn(false)],
])('nothing is measured when the page %s, for the page neither', (_what, happen) => {
  const since = performance.now();
  later(100);
  happen();
  later(100);
  const reported = jest.fn();
  paint.untilPainted(since, reported);
  makeFrame();
  expect(reported.mock.calls).toEqual([[undefined]]);
  expect(paint.pagePaintedMs()).toBeUndefined();
});

test('a page out of sight is notified of at once, for it makes no frames; what is loaded in sight afterwards is measured', () => {
  turn(true);
  const reported = jest.fn();
  paint.untilPainted(0, reported);
  expect([reported.mock.calls, frames]).toEqual([[[]], []]);
  turn(false);
  later(10);
  const since = performance.now();
  later(30);
  paint.untilPainted(since, reported);
  makeFrame();
  expect(reported).toHaveBeenLastCalledWith(30);
  expect(paint.pagePaintedMs()).toBeUndefined();
});
