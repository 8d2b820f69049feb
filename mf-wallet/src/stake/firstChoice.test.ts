import { expect, test } from '@jest/globals';
import type { OwnStake } from './api.ts';
import { firstChoiceOf } from './firstChoice.ts';

const choice: NonNullable<OwnStake['choice']> = {
  option: 2,
  payTo: 'address',
  chain: 'TRON',
  address: 'T1',
  acceptsFrom: { amount: '0.00', unit: 'USD' },
  acceptsDays: 90,
  chosenAt: '2026-01-08T00:00:00.000Z',
};

test('the fields begin with the choice that stands', () => {
  expect(firstChoiceOf({ choice }, null)).toEqual({ option: 2, payTo: 'address', address: 'T1', acceptsLess: true });
  expect(firstChoiceOf({ choice: null }, null)).toEqual({ option: undefined });
});

test('who comes back finds the choice that they left for, and nothing else is taken from an address', () => {
  expect(firstChoiceOf({ choice: null }, '3')).toEqual({ option: 3 });
  expect(firstChoiceOf({ choice }, '3').option).toBe(3);
  expect(firstChoiceOf({ choice }, '4').option).toBe(2);
});

test('to pay out all is no consent to a term without a reward', () => {
  expect(firstChoiceOf({ choice: { ...choice, option: 3 } }, null).acceptsLess).toBe(false);
});
