import { expect, test } from '@jest/globals';
import { parseAmountInput } from './parseAmountInput.ts';

/** What is typed, and what it is read as; `=` before a wire amount, else the kind of refusal. */
const readings = [
  ['', 'empty'],
  ['   ', 'empty'],
  ['　', 'empty'],
  ['12', '=12.00'],
  ['12.5', '=12.50'],
  ['12,5', '=12.50'],
  ['1234,5', '=1234.50'],
  ['1,234.56', '=1234.56'],
  ['1.234,56', '=1234.56'],
  ['1 234,56', '=1234.56'],
  ['1,234,567', '=1234567.00'],
  ['1.234.567', '=1234567.00'],
  ['12,345,678', '=12345678.00'],
  ['123.456.789', '=123456789.00'],
  ['123,456,789.5', '=123456789.50'],
  ['１００', '=100.00'],
  ['１，２３４．５', '=1234.50'],
  ['.5', '=0.50'],
  ['5.', '=5.00'],
  ['007', '=7.00'],
  ['0', '=0.00'],
  ['0,125', '=0.125'],
  ['0.105', '=0.105'],
  ['1.234', '=1.234'],
  ['1.2345678', 'malformed'],
  ['1.2345670', '=1.234567'],
  ['1.23456700', '=1.234567'],
  ['1,234', 'ambiguous'],
  ['１，２３４', 'ambiguous'],
  ['12,345', 'ambiguous'],
  ['1234,567', '=1234.567'],
  ['1,23,4', 'malformed'],
  ['1,2345,678', 'malformed'],
  ['1.23.45', 'malformed'],
  ['1,234.567,8', 'malformed'],
  ['1.234,567.8', 'malformed'],
  ['-5', 'malformed'],
  ['+5', 'malformed'],
  ['1e3', 'malformed'],
  ['0x10', 'malformed'],
  ['5 USD', 'malformed'],
  ['$5', 'malformed'],
  ['5.x1', 'malformed'],
  ['5.1x', 'malformed'],
  ['x1,234', 'malformed'],
  ['1,234x', 'malformed'],
  ['.', 'malformed'],
  [',', 'malformed'],
  ['999999999999', '=999999999999.00'],
  ['1000000000000', 'malformed'],
  ['٣', 'malformed'],
  ['0'.repeat(24), '=0.00'],
  ['0'.repeat(25), 'malformed'],
  ['9'.repeat(400), 'malformed'],
] as const;

test.each(readings)('%p is %s', (typed, expected) => {
  const reading = parseAmountInput(typed, 'USD');
  expect(reading.kind === 'ok' ? `=${reading.money.amount}` : reading.kind).toBe(expected);
});

test('an ambiguous amount offers both of its readings', () => {
  expect(parseAmountInput('1,234', 'USD')).toEqual({ kind: 'ambiguous', whole: '1234', decimal: '1.234' });
});

test('minor units are exact where a float would not be', () => {
  expect(parseAmountInput('123456789012.345678', 'USD')).toMatchObject({ minor: 123456789012345678n });
});
