import { describe, expect, test } from '@jest/globals';
import { Random } from '../../../testing/random.ts';
import { judge, judgeUse, type WeighedUse } from './health.ts';

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

/** A screen as it is used: of those who begin some finish, and for some nothing comes of a press. */
interface Habits {
  readonly finish: number;
  readonly dead: number;
}

/** What `more` of people add to what is known of a screen. */
function used(before: WeighedUse | undefined, people: number, { finish, dead }: Habits): WeighedUse {
  const count = (rate: number) => Array.from({ length: people }, () => random.next() < rate).filter(Boolean).length;
  const [done, failed] = [count(finish), count(dead)];
  const [begun, allDone, allDead] = [
    (before?.begun ?? 0) + people,
    (before?.done ?? 0) + done,
    (before?.dead ?? 0) + failed,
  ];
  return {
    ...{ screen: '/', begun, done: allDone, dead: allDead },
    elsewhere: { members: begun, failed: allDead },
    finished: { members: begun, done: allDone },
  };
}

/**
 * A roll-out at 5 %, looked at after every twenty people who use a screen of the live release: one of them has the other one.
 * @returns how many people who use it with the other one it takes until it goes back; `undefined`: it does not
 */
function backAfter(live: Habits, other: Habits, mostPeople: number): number | undefined {
  let [usual, candidate] = [used(undefined, 19, live), used(undefined, 1, other)];
  while (candidate.begun < mostPeople) {
    if (judgeUse(candidate, usual, true).word === 'failing') return candidate.begun;
    [usual, candidate] = [used(usual, 19, live), used(candidate, 1, other)];
  }
  return undefined;
}

test('10,000 roll-outs at 5 % of a release that people manage as well as the other: none is rolled back', () => {
  const wrong = Array.from({ length: 10_000 }, () => {
    const habits = { finish: 0.1 + 0.85 * random.next(), dead: 0.005 * random.next() };
    return backAfter(habits, habits, 120);
  }).filter((each) => each !== undefined);
  expect([random.seed, wrong]).toEqual([random.seed, []]);
});

test.each([
  ['nothing comes of a press', { finish: 0, dead: 1 }, 12],
  ['nothing comes of a press for a third', { finish: 0.4, dead: 0.33 }, 80],
  ['a press is taken and never done', { finish: 0, dead: 0 }, 60],
] as const)('at a share of 5 %% it is found that %s, by a few of those who have it', (_what, habits, soon) => {
  const took = Array.from({ length: 200 }, () => backAfter({ finish: 0.6, dead: 0.003 }, habits, 2_000));
  const late = took.filter((people) => people === undefined || people > soon).length;
  expect([random.seed, late <= 2]).toEqual([random.seed, true]);
});

test('dead for one in twenty of everybody is found, without anything to compare with', () => {
  const took = Array.from({ length: 200 }, () => {
    let all = used(undefined, 20, { finish: 0.6, dead: 0.05 });
    while (all.begun < 4_000 && judgeUse(all, undefined, false).word !== 'failing')
      all = used(all, 20, { finish: 0.6, dead: 0.05 });
    return all.begun;
  });
  expect([random.seed, took.filter((people) => people > 2_500).length <= 2]).toEqual([random.seed, true]);
});
