import { describe, expect, test } from '@jest/globals';
import { Random } from '../../../testing/random.ts';
import { judge } from './health.ts';

const random = new Random();

describe('a release is', () => {
  test.each([
    ['judged by ten members at least', 9, 9, false],
    ['failing when it fails for everybody', 10, 10, true],
    ['failing at half', 20, 10, true],
    ['failing at a tenth of many', 300, 30, true],
    ['not failing for four, whatever the share', 10, 4, false],
    ['not failing at a fiftieth', 1_000, 20, false],
    ['not failing at all without failures', 100_000, 0, false],
  ])('%s: %i members, %i failed', (_what, members, failed, failing) => {
    expect(judge({ members, failed }, undefined).failing).toBe(failing);
  });

  test.each([
    ['of nobody', 0, 0, [0, 1], 'tooFew'],
    ['of few', 9, 9, [0.397, 1], 'tooFew'],
    ['of many and none failed', 1_000, 0, [0, 0.0135], 'well'],
    ['of many and a tenth failed', 1_000, 100, [0.0701, 0.1408], 'failing'],
  ])('known within a band, and a word: %s', (_what, members, failed, [low = 0, high = 0], word) => {
    const verdict = judge({ members, failed }, undefined);
    expect(verdict.atLeast).toBeCloseTo(low, 3);
    expect(verdict.atMost).toBeCloseTo(high, 3);
    expect(verdict.word).toBe(word);
  });

  test('compared with what members are used to: on a bad day both fail', () => {
    const counts = { members: 200, failed: 40 };
    expect(judge(counts, { members: 200, failed: 2 }).failing).toBe(true);
    expect(judge(counts, { members: 200, failed: 30 }).failing).toBe(false);
    // Five members are not what anybody is used to.
    expect(judge(counts, { members: 5, failed: 5 }).failing).toBe(true);
  });
});

/** Loads come one after the other, and the release is looked at after each failure. @returns loads until it was failing */
function firstFailing(rate: number, mostMembers: number): number | undefined {
  let members = 0;
  for (let failed = 1; ; failed += 1) {
    // How many loads go well before the next failure.
    members += 1 + Math.floor(Math.log(1 - random.next()) / Math.log(1 - rate));
    if (members > mostMembers) return undefined;
    if (judge({ members, failed }, undefined).failing) return members;
  }
}

test('10,000 roll-outs of a healthy release with half a percent of noise: none is rolled back', () => {
  const wrong = Array.from({ length: 10_000 }, () => firstFailing(0.005, 5_000)).filter((each) => each !== undefined);
  expect([random.seed, wrong]).toEqual([random.seed, []]);
});

test.each([
  [1, 10],
  [0.5, 60],
  [0.2, 200],
])('a release that fails for a share of %d is noticed within %i members', (rate, soon) => {
  const noticed = Array.from({ length: 1_000 }, () => firstFailing(Math.min(rate, 0.999_999), 100_000));
  const late = noticed.filter((members) => members === undefined || members > soon).length;
  expect([random.seed, late <= 5]).toEqual([random.seed, true]);
});
