import { expect, test } from '@jest/globals';
import type { Money } from '@trellis/api-contract';
import { brokenLimit } from './useAmountIssue.ts';

const usd = (amount: string): Money => ({ amount, unit: 'USD' });
const limits = {
  minimum: usd('1.00'),
  maximum: usd('5000.00'),
  dayMaximum: usd('10000.00'),
  dayLeft: usd('300.00'),
  available: usd('400.00'),
};

test.each([
  ['0.00', 'money.below_minimum'],
  ['0.999999', 'money.below_minimum'],
  ['1.00', undefined],
  ['300.00', undefined],
  ['300.000001', 'money.daily_limit'],
  ['400.000001', 'money.insufficient_balance'],
  ['5000.000001', 'money.above_maximum'],
])('%s USD breaks %s', (amount, code) => {
  expect(brokenLimit(usd(amount), limits)?.code).toBe(code);
});

test('a limit names its figures as they are shown', () => {
  expect(brokenLimit(usd('350.00'), limits)?.params).toEqual({ maximum: '10,000.00 USD', left: '300.00 USD' });
});
