import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import type { Money, Unit } from '@trellis/api-contract';
import { sdkTexts } from '../texts/sdkTexts.ts';
import { startTexts } from '../texts/texts.ts';
import { type AmountField, brokenLimit, useAmountIssue } from './useAmountIssue.ts';

beforeAll(() => startTexts('en', sdkTexts));
afterEach(cleanup);

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
  expect(brokenLimit(usd('350.00'), limits)?.params).toEqual({
    maximum: '10,000.00\u00a0USD',
    left: '300.00\u00a0USD',
  });
});

let field: AmountField;
function Example({ text, unit }: { text: string; unit: Unit }) {
  field = useAmountIssue(text, unit, limits);
  return null;
}
/** A field whose text changes. @returns the error under it */
function typing() {
  const { rerender } = render(<Example text="" unit="USD" />);
  return (text: string, unit: Unit = 'USD'): string | undefined => {
    rerender(<Example text={text} unit={unit} />);
    return field.error;
  };
}

test('too much is said at once, too little once it was reviewed', () => {
  const type = typing();
  expect(type('99999')).toBe('The maximum is 5,000.00\u00a0USD');
  expect(type('99,999')).toContain('99999 or 99.999');
  expect(type('0,999')).toBeUndefined();
  expect(type('450')).toBe('Insufficient Balance');
  expect(type('350')).toContain('300.00\u00a0USD');
  expect(type('0.5')).toBeUndefined();
  expect(type('12x')).toBeUndefined();
  expect(type('')).toBeUndefined();
  act(() => void field.check());
  expect(field.error).toBe('This is required');
  expect(type('0.5')).toBe('The minimum is 1.00\u00a0USD');
  expect(type('5')).toBeUndefined();
});

test('what the server refused goes with the amount, or with its unit', () => {
  const type = typing();
  type('12');
  act(() => field.refuse('money.insufficient_balance'));
  expect(field.error).toBe('Insufficient Balance');
  expect(type('12', 'USDT')).toBeUndefined();
  expect(type('12')).toBe('Insufficient Balance');
  expect(type('11')).toBeUndefined();
});

test('the next amount begins without errors', () => {
  const type = typing();
  act(() => void field.check());
  type('0.5');
  act(() => field.begin());
  expect(field.error).toBeUndefined();
});
