import { expect, test } from '@jest/globals';
import type { Payout } from '../../api.ts';
import { differencesOf, isChanged, type Seen } from './differences.ts';

const seen: Seen = { step: 'review', paused: false, approvedBy: [], payouts: [], revision: 1 };
const payout: Payout = {
  id: '7',
  tx: 'a'.repeat(64),
  state: 'recorded',
  verifiable: true,
  recordedBy: 'operator:tina',
  recordedAt: '2026-03-09T15:00:00Z',
  fault: null,
  voidAskedBy: null,
  settlementAskedBy: null,
  paid: null,
  confirmedBy: null,
};

test('what stayed as it was is no difference', () => {
  expect(isChanged(seen, { ...seen })).toBe(false);
});

test('somebody’s approval and the step it brought are reported by name', () => {
  const now: Seen = { ...seen, step: 'approved', approvedBy: ['operator:rita'], revision: 2 };
  expect(differencesOf(seen, now)).toEqual([
    { part: 'step', was: 'review', is: 'approved' },
    { part: 'approvals', was: [], is: ['rita'] },
  ]);
});

test('a payout changes no revision, and is reported all the same; one that is invalid counts for nothing', () => {
  expect(isChanged(seen, { ...seen, payouts: [payout] })).toBe(true);
  const body = { ...payout, voidAskedBy: 'operator:theo' };
  expect(differencesOf({ ...seen, payouts: [payout] }, { ...seen, payouts: [body] })).toHaveLength(1);
  expect(isChanged(seen, { ...seen, payouts: [{ ...payout, state: 'invalid' }] })).toBe(false);
});

test('another revision is a change although nothing of it shows', () => {
  expect(isChanged(seen, { ...seen, revision: 2 })).toBe(true);
});
