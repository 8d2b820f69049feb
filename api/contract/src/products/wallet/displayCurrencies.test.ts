import { expect, test } from '@jest/globals';
import { type DisplayCurrency, displayCurrencies, displayDecimals, displayText } from './displayCurrencies.ts';

const usd = (amount: string) => ({ amount, unit: 'USD' }) as const;

test.each<[string, string, DisplayCurrency, string]>([
  ['5000.00', '151.23', 'JPY', '756,150 JPY'],
  ['0.00', '151.23', 'JPY', '0 JPY'],
  ['1.00', '0.5', 'JPY', '1 JPY'],
  ['1.00', '0.499999', 'JPY', '0 JPY'],
  ['1234.567891', '0.920001', 'EUR', '1,135.80 EUR'],
  ['0.01', '0.5', 'EUR', '0.01 EUR'],
  ['0.000001', '1', 'EUR', '0.00 EUR'],
  ['999999999999.999999', '999999.999999', 'KRW', '999,999,999,998,999,999 KRW'],
])('%s USD at %s is about %s: %s', (amount, rate, currency, text) => {
  expect(displayText(usd(amount), rate, currency)).toBe(text);
});

test('each has the decimals that people write it with', () => {
  for (const currency of displayCurrencies) {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
    expect([currency, displayDecimals[currency]]).toEqual([currency, currency === 'TWD' ? 0 : maximumFractionDigits]);
  }
});
