import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  after,
  automaticTarget,
  emptyState,
  type FeatureState,
  goesOn,
  isBelowFloor,
  previousStable,
  type ReleaseAction,
  sinceAll,
  stepBack,
} from './state.ts';

type Step = readonly [
  action: ReleaseAction,
  release?: string,
  share?: number | undefined,
  members?: readonly string[] | undefined,
  securityFix?: boolean,
];

function come(...steps: readonly Step[]): FeatureState {
  return steps.reduce(
    (state, [action, release = null, share = null, members, securityFix = false], index) =>
      after(state, {
        id: String(index),
        action,
        release,
        share,
        ...(members && { members }),
        securityFix,
        recordedAt: new Date(index),
      }),
    emptyState,
  );
}

describe('the state', () => {
  test('knows what is live for everybody, for some, and what was before', () => {
    const state = come(['activate', 'a'], ['publish', 'b'], ['activate', 'b'], ['rollout', 'c', 500]);
    expect(state).toMatchObject({
      published: ['a', 'b', 'c'],
      stable: { release: 'b' },
      candidate: { release: 'c', share: 500 },
      lived: ['a', 'b'],
    });
    expect(previousStable(state)).toBe('a');
  });

  test('has a step back, which is taken once by whoever names where it leads', () => {
    const lived: readonly Step[] = [
      ['activate', 'a'],
      ['activate', 'b'],
      ['activate', 'c'],
    ];
    expect(stepBack(come(...lived))).toBe('b');
    expect(stepBack(come(...lived, ['rollout', 'd', 500]))).toBe('c');
    expect(come(...lived, ['rollback', 'b'], ['rollback', 'b'])).toMatchObject({ stable: { release: 'b' } });
    expect(stepBack(come(['activate', 'a']))).toBeUndefined();
  });

  test('knows which way back is one on: to what few had, to what was gone back from, and past a closed hole', () => {
    const lived: readonly Step[] = [
      ['activate', 'a'],
      ['activate', 'b'],
      ['activate', 'c'],
    ];
    const isOn = (target: string, ...steps: readonly Step[]) => goesOn(come(...lived, ...steps), target);
    expect(['a', 'b', 'c'].map((target) => isOn(target))).toEqual([false, false, false]);
    expect(['b', 'c', 'd'].map((target) => isOn(target, ['rollout', 'd', 500]))).toEqual([false, false, true]);
    expect(['a', 'b', 'c'].map((target) => isOn(target, ['rollback', 'b']))).toEqual([false, false, true]);
    const fixed: readonly Step[] = [
      ['activate', 'fix', undefined, undefined, true],
      ['activate', 'd'],
    ];
    expect(['fix', 'c', 'a'].map((target) => isOn(target, ...fixed))).toEqual([false, true, true]);
  });

  test('says since when all that anybody gets is as it is asked for, however many releases have come since', () => {
    const isNew = (release: string): boolean => release.startsWith('new');
    const since = (...steps: readonly Step[]) => sinceAll(come(['activate', 'old'], ...steps), isNew)?.getTime();
    expect(since()).toBeUndefined();
    expect(since(['activate', 'new1'])).toBe(1);
    expect(since(['activate', 'new1'], ['activate', 'new2'], ['activate', 'new2'])).toBe(1);
    expect(since(['activate', 'new1'], ['rollback', 'old'])).toBeUndefined();
    expect(since(['activate', 'new1'], ['rollback', 'old'], ['activate', 'new1'])).toBe(3);
    expect(since(['activate', 'new1'], ['rollout', 'old2', 100])).toBeUndefined();
    expect(since(['activate', 'new1'], ['rollout', 'new2', 100])).toBe(1);
  });

  test('counts the trial of a candidate from its first share, and of a release from when it went live', () => {
    const state = come(['activate', 'a'], ['rollout', 'b', 100], ['rollout', 'b', 5_000]);
    expect(state.candidate).toEqual({ release: 'b', share: 5_000, members: [], since: new Date(1) });
    expect(come(['activate', 'a'], ['off'], ['activate', 'a']).stable?.since).toEqual(new Date(0));
  });

  test('keeps who is named at every share, until it is taken back, live, or another one’s turn', () => {
    const named: readonly Step[] = [
      ['activate', 'a'],
      ['rollout', 'b', 0, ['7', '9']],
    ];
    expect(come(...named).candidate).toEqual({ release: 'b', share: 0, members: ['7', '9'], since: new Date(1) });
    expect(come(...named).takenBack).toBe('');
    expect(come(...named, ['rollout', 'b', 500]).candidate).toMatchObject({ share: 500, members: ['7', '9'] });
    expect(come(...named, ['rollout', 'b', 500], ['rollout', 'b', 500, []]).candidate).toMatchObject({ members: [] });
    expect(come(...named, ['rollout', 'c', 500]).candidate).toMatchObject({ release: 'c', members: [] });
    for (const last of [
      ['rollout', 'b', 0],
      ['rollout', 'b', 0, []],
      ['rollback', 'a'],
      ['activate', 'b'],
    ] as const)
      expect(come(...named, last).candidate).toBeUndefined();
    expect(come(...named, ['rollout', 'b', 0]).takenBack).toBe('2');
  });

  test.each<[string, readonly Step[]]>([
    ['an activation', [['activate', 'b']]],
    ['a roll-back', [['rollback', 'a']]],
    ['a share of nothing', [['rollout', 'b', 0]]],
  ])('loses its candidate by %s', (_what, steps) => {
    expect(come(['activate', 'a'], ['rollout', 'b', 100], ...steps).candidate).toBeUndefined();
  });

  test('is off until it is switched on, whatever is activated', () => {
    expect(come(['activate', 'a'], ['off'], ['activate', 'b'])).toMatchObject({ off: true, stable: { release: 'b' } });
    expect(come(['off'], ['on']).off).toBe(false);
  });

  test('has a floor by the order in which releases came', () => {
    const state = come(['publish', 'a'], ['publish', 'b'], ['publish', 'c'], ['floor', 'b']);
    expect(['a', 'b', 'c'].map((release) => isBelowFloor(state, release))).toEqual([true, false, false]);
    // Not on record yet, as what was built elsewhere, or since the floor was set: it is the newest.
    expect(isBelowFloor(state, 'd')).toBe(false);
  });
});

describe('by itself a roll-back goes', () => {
  test.each<[string, readonly Step[], string, string | undefined]>([
    [
      'from a candidate to what is live',
      [
        ['activate', 'a'],
        ['rollout', 'b', 500],
      ],
      'b',
      'a',
    ],
    [
      'from what is live to what was before',
      [
        ['activate', 'a'],
        ['activate', 'b'],
      ],
      'b',
      'a',
    ],
    [
      'further back, and not to what failed before',
      [
        ['activate', 'a'],
        ['activate', 'b'],
        ['activate', 'c'],
        ['rollback', 'b'],
      ],
      'b',
      'a',
    ],
    ['nowhere from the first release', [['activate', 'a']], 'a', undefined],
    [
      'nowhere from what is not there any more',
      [
        ['activate', 'a'],
        ['activate', 'b'],
      ],
      'a',
      undefined,
    ],
    [
      'nowhere from a pinned release',
      [
        ['activate', 'a'],
        ['activate', 'b'],
        ['pin', 'b'],
      ],
      'b',
      undefined,
    ],
    [
      'not past a pinned release',
      [
        ['activate', 'a'],
        ['activate', 'b'],
        ['pin', 'b'],
        ['activate', 'c'],
      ],
      'c',
      'b',
    ],
    [
      'from a candidate although what is live is pinned',
      [
        ['activate', 'a'],
        ['pin', 'a'],
        ['rollout', 'b', 500],
      ],
      'b',
      'a',
    ],
    [
      'not below the floor',
      [
        ['activate', 'a'],
        ['activate', 'b'],
        ['floor', 'b'],
      ],
      'b',
      undefined,
    ],
  ])('%s', (_where, steps, failing, target) => {
    expect(automaticTarget(come(...steps), failing)).toBe(target);
  });
});

const release = fc.constantFrom('a', 'b', 'c', 'd');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constantFrom<ReleaseAction>('publish', 'activate', 'rollback', 'pin', 'floor'), release),
  fc.tuple(fc.constant('rollout' as const), release, fc.integer({ min: 0, max: 10_000 })),
  fc.tuple(fc.constantFrom<ReleaseAction>('unpin', 'off', 'on')),
);

test('whatever happens, what is live is the last that lived, and no automatic step stays or leaves what is kept', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), release, (steps, failing) => {
      const state = come(...steps);
      expect(state.lived.at(-1)).toBe(state.stable?.release);
      expect(state.lived.every((each) => state.published.includes(each))).toBe(true);
      const target = automaticTarget(state, failing);
      if (target === undefined) return;
      expect(state.lived).toContain(target);
      if (state.candidate?.release !== failing) {
        expect(target).not.toBe(failing);
        expect(isBelowFloor(state, target)).toBe(false);
      }
    }),
  );
});
