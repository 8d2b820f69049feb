import { expect, test } from '@jest/globals';
import { isGrave, reasonsOf } from './reasons.ts';

test('the gravest reason leads, as in the list so in the details', () => {
  expect(reasonsOf(['newAddress', 'firstWithdrawal', 'velocity'], true)).toEqual([
    'shared',
    'velocity',
    'newAddress',
    'firstWithdrawal',
  ]);
  expect(reasonsOf(['newAddress', 'lookAlike'], false)).toEqual(['lookAlike', 'newAddress']);
  expect(reasonsOf([], false)).toEqual([]);
});

test('an address of others, and one like another of their own, are grave', () => {
  expect(reasonsOf(['large', 'lookAlike', 'velocity'], true).filter(isGrave)).toEqual(['shared', 'lookAlike']);
});
