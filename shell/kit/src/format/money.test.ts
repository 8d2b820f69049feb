import { expect, test } from '@jest/globals';
import { amountText, isZero, moneyText, rateText, shareOf, shownText, unsigned } from './money.ts';

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
  expect(moneyText({ amount: '1234.5', unit: 'USD' })).toBe('1,234.50\u00a0USD');
});

test('a line ends neither between amount and unit nor inside a side of a rate', () => {
  expect(moneyText({ amount: '1000', unit: 'USDP' })).not.toContain(' ');
  expect(rateText('USD', '0.998', 'USDT').split(' ')).toEqual(['1\u00a0USD', '=', '0.998\u00a0USDT']);
});

test('an amount of BTC has its eight decimals', () => {
  expect(moneyText({ amount: '0.00', unit: 'BTC' })).toBe('0.00000000\u00a0BTC');
  expect(moneyText({ amount: '-1234.5', unit: 'BTC' })).toBe('−1,234.50000000\u00a0BTC');
});

test('the sign can be taken away for a text that writes its own', () => {
  expect(unsigned({ amount: '-3.00', unit: 'USD' }).amount).toBe('3.00');
  expect(unsigned({ amount: '3.00', unit: 'USD' }).amount).toBe('3.00');
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

test('a share is whole cents, and never more than it is a share of', () => {
  expect(shareOf({ amount: '100.10', unit: 'USD' }, 25n)).toEqual({ amount: '25.02', unit: 'USD' });
  expect(shareOf({ amount: '0.03', unit: 'USD' }, 50n)).toEqual({ amount: '0.01', unit: 'USD' });
  expect(shareOf({ amount: '0.00', unit: 'USDT' }, 50n)).toEqual({ amount: '0.00', unit: 'USDT' });
  expect(shareOf({ amount: '-8.00', unit: 'USDT' }, 50n)).toEqual({ amount: '0.00', unit: 'USDT' });
  expect(shareOf({ amount: '999999999999.999999', unit: 'USDP' }, 50n)).toEqual({
    amount: '499999999999.99',
    unit: 'USDP',
  });
});

test.each([
  ['1017.260273', 'USDP', '1,017.26'],
  ['169.549999', 'USDP', '169.54'],
  ['250', 'USD', '250.00'],
  ['0.004', 'USDT', '0.004'],
  ['-20', 'USD', '−20.00'],
  // It costs no less than it costs.
  ['-1.231', 'USD', '−1.24'],
  ['-0.000001', 'USD', '−0.000001'],
  ['0.12345678', 'BTC', '0.12345678'],
] as const)('of %s %s is shown %s', (amount, unit, text) => {
  expect(shownText({ amount, unit })).toBe(`${text}\u00a0${unit}`);
});
