import { expect, test } from '@jest/globals';
import { amountText, isZero, moneyText, unsigned } from './money.ts';

test.each([
  ['0.00', '0.00'],
  ['7', '7.00'],
  ['12.5', '12.50'],
  ['999.00', '999.00'],
  ['1000.00', '1,000.00'],
  ['1234567.891234', '1,234,567.891234'],
  ['123456789012.00', '123,456,789,012.00'],
  ['-1234.50', '−1,234.50'],
])('%s is written %s', (amount, text) => {
  expect(amountText(amount)).toBe(text);
});

test('the unit code stands after the amount, never a currency sign', () => {
  expect(moneyText({ amount: '1234.5', unit: 'USD' })).toBe('1,234.50 USD');
});

test('the sign can be taken away for a text that writes its own', () => {
  expect(unsigned({ amount: '-3.00', unit: 'USD' }).amount).toBe('3.00');
});

test.each([
  ['0.00', true],
  ['0', true],
  ['-0.00', true],
  ['0.000001', false],
  ['10.00', false],
])('%s is zero: %p', (amount, zero) => {
  expect(isZero({ amount, unit: 'USD' })).toBe(zero);
});
