import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  amountPattern,
  groupAmount,
  minor,
  minorOf,
  money,
  moneyText,
  parseAmount,
  type Unit,
  unitScale,
  units,
  wireAmount,
} from './units.ts';

const unit = fc.constantFrom<Unit>(...units);
const largest = 10n ** 18n - 1n;

describe('amounts', () => {
  test('written and read again are the same, to the last minor unit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: largest }), unit, (value, unitOf) => {
        expect(parseAmount(wireAmount(value, unitOf), unitOf)).toBe(value);
      }),
    );
  });

  test('written have two decimals at least, no zero too many, and their sign', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -largest, max: largest }), unit, (value, unitOf) => {
        const text = wireAmount(value, unitOf);
        expect(text).toMatch(/^-?(?:0|[1-9][0-9]*)\.[0-9]{2}(?:[0-9]{0,5}[1-9])?$/);
        expect(text.startsWith('-')).toBe(value < 0n);
      }),
    );
  });

  test('read are what a calculation on the digits says', () => {
    const digits = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 12n - 1n }), fc.stringMatching(/^[0-9]{1,6}$/), unit);
    fc.assert(
      fc.property(digits, ([whole, fraction, unit]) => {
        const expected = whole * 10n ** BigInt(unitScale[unit]) + BigInt(fraction.padEnd(unitScale[unit], '0'));
        expect(parseAmount(`${whole}.${fraction}`, unit)).toBe(expected);
      }),
    );
  });

  test('with anything else in them are none', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,6})?$/.test(text));
        expect(parseAmount(text, 'USD')).toBeUndefined();
      }),
    );
  });

  test.each([
    ['0', 0n],
    ['7', 7_000_000n],
    ['10', 10_000_000n],
    ['12.5', 12_500_000n],
    ['0.000001', 1n],
    ['999999999999', 999_999_999_999_000_000n],
    ['999999999999.999999', 999_999_999_999_999_999n],
  ])('%s may be given, and is %d minor units of USD', (text, value) => {
    expect(amountPattern.test(text)).toBe(true);
    expect(parseAmount(text, 'USD')).toBe(value);
  });

  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '01',
    '.5',
    '5.',
    '1,5',
    '1e3',
    '0x1',
    '1_0',
    '1.0000001',
    '1234567890123',
    '1\n',
    '１',
  ])('%j is none', (text) => {
    expect(amountPattern.test(text)).toBe(false);
    expect(parseAmount(text, 'USD')).toBeUndefined();
  });

  test('are grouped by thousands, digits untouched', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: largest }), (value) => {
        const text = wireAmount(value, 'USD');
        expect(groupAmount(text).replaceAll(',', '')).toBe(text);
        expect(groupAmount(text)).toMatch(/^[0-9]{1,3}(?:,[0-9]{3})*\.[0-9]+$/);
      }),
    );
  });

  test('are read by members as amount and unit, which no line end parts', () => {
    expect(moneyText(money(minor(1_234_560_000n), 'USD'))).toBe('1,234.56\u00a0USD');
    expect(moneyText(money(minor(-1_000_000_000_001n), 'USDP'))).toBe('-1,000,000.000001\u00a0USDP');
    expect(groupAmount('999')).toBe('999');
  });

  test('of BTC are read with all eight decimals', () => {
    expect(['0.00', '0.5', '1234.50', '0.00000001'].map((amount) => moneyText({ amount, unit: 'BTC' }))).toEqual([
      '0.00000000\u00a0BTC',
      '0.50000000\u00a0BTC',
      '1,234.50000000\u00a0BTC',
      '0.00000001\u00a0BTC',
    ]);
  });

  test('of a balance or a difference are what they were written from, also below zero', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -largest, max: largest }), unit, (value, unitOf) => {
        expect(minorOf(money(value, unitOf))).toBe(value);
      }),
    );
  });
});
