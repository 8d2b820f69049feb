import { expect, test } from '@jest/globals';
import type { FeatureReleases } from '../../api.ts';
import { belowFloor, floorsOf, leavesOut, nextStop, peopleOf, rollable } from './shareSteps.ts';

const releases = (change: Partial<FeatureReleases>): FeatureReleases => ({
  feature: 'team',
  stored: ['1', '2', '3', '4'],
  stable: '3',
  candidate: null,
  floor: null,
  back: null,
  tried: [],
  pinned: null,
  refusedCalls: [],
  off: false,
  securityFixes: [],
  loads: [],
  ...change,
});

test('a share goes up by one stop, also from one between two', () => {
  expect([0, 500, 1_250, 2_500, 5_000, 10_000].map(nextStop)).toEqual([500, 2_500, 2_500, 5_000, 10_000, 10_000]);
  expect([leavesOut(0, 500), leavesOut(0, 2_500), leavesOut(500, 0), leavesOut(5_000, 10_000)]).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test('people are whole', () => {
  expect([peopleOf(2_500, 1_246), peopleOf(0, 10), peopleOf(10_000, 7), peopleOf(500, 0)]).toEqual([312, 0, 7, 0]);
});

test('what is rolled out goes on alone; else whatever may go live', () => {
  expect(rollable(releases({ candidate: { release: '4', share: 500 } }))).toEqual(['4']);
  expect(rollable(releases({}))).toEqual(['4', '2', '1']);
  expect(rollable(releases({ floor: '2' }))).toEqual(['4', '2']);
});

test('the floor only rises, and never above what is live', () => {
  expect(floorsOf(releases({}))).toEqual(['3', '2', '1']);
  expect(floorsOf(releases({ floor: '2' }))).toEqual(['3']);
  expect(floorsOf(releases({ floor: '1', candidate: { release: '2', share: 500 } }))).toEqual(['2']);
  expect(floorsOf(releases({ floor: '3' }))).toEqual([]);
  expect(floorsOf(releases({ stable: null }))).toEqual([]);
});

test('what is below the floor is known', () => {
  expect([belowFloor(releases({ floor: '3' })), belowFloor(releases({}))]).toEqual([['2', '1'], []]);
});
