import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { LoadReport } from '@trellis/api-contract';
import { LoadReporter } from './LoadReporter.ts';

const well: LoadReport = { feature: 'team', release: '1', phase: 'start', outcome: 'ok', milliseconds: 12 };
const ill: LoadReport = { ...well, phase: 'entry', outcome: 'missing' };

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

/** A reporter whose server settles what it gets for as long as `settles` says. */
function start(settles = true) {
  const state = { settles, member: true };
  const posted: (readonly LoadReport[])[] = [];
  const farewells: (readonly LoadReport[])[] = [];
  const line = {
    post: async (reports: readonly LoadReport[]) => {
      posted.push(reports);
      return state.settles;
    },
    farewell: (reports: readonly LoadReport[]) => void farewells.push(reports),
  };
  return { reporter: new LoadReporter(line, () => state.member), posted, farewells, state };
}
const times = (count: number, action: () => void) => Array.from({ length: count }, action);

test('what went well waits five seconds for others to go with it', async () => {
  const { reporter, posted } = start();
  reporter.add(well);
  await jest.advanceTimersByTimeAsync(3_000);
  reporter.add({ ...well, feature: 'plan' });
  await jest.advanceTimersByTimeAsync(1_999);
  expect(posted).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(posted).toEqual([[well, { ...well, feature: 'plan' }]]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(posted).toHaveLength(1);
});

test('a failure goes within a second, and takes along what waits', async () => {
  const { reporter, posted } = start();
  reporter.add(well);
  await jest.advanceTimersByTimeAsync(2_000);
  reporter.add(ill);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(posted).toEqual([[well, ill]]);
});

test('twenty go in one call, the rest five seconds later, and a page has a hundred', async () => {
  const { reporter, posted } = start();
  times(130, () => reporter.add(well));
  await jest.advanceTimersByTimeAsync(9_999);
  expect(posted.map(({ length }) => length)).toEqual([20]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(posted.map(({ length }) => length)).toEqual([20, 20, 20, 20, 20]);
});

test('an unsettled call is made once more, five seconds later, and then dropped', async () => {
  const { reporter, posted } = start(false);
  reporter.add(ill);
  await jest.advanceTimersByTimeAsync(5_400);
  expect(posted).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(100);
  expect(posted).toEqual([[ill], [ill]]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(posted).toHaveLength(2);
});

test('without a member nothing is sent; what was noted before goes after the log-in', async () => {
  const { reporter, posted, farewells, state } = start();
  state.member = false;
  reporter.add(ill);
  await jest.advanceTimersByTimeAsync(10_000);
  reporter.leave();
  expect([posted, farewells]).toEqual([[], []]);
  state.member = true;
  reporter.plan();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(posted).toEqual([[ill]]);
});

test('a page that is left says all at once, and nothing twice', async () => {
  const { reporter, posted, farewells } = start();
  times(25, () => reporter.add(well));
  reporter.leave();
  expect(farewells.map(({ length }) => length)).toEqual([20, 5]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(posted).toEqual([]);
});
