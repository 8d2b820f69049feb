import { expect, test } from '@jest/globals';
import { halfWidth, normalizeName, payeeIn, seenText, typedNumber } from './patterns.ts';

const evm = '0x1b2d6fDe97aB11C1F46e9aD5d2fE1b9d3F2a1c46';
const token = '0x55d398326f99059fF775485246999027B3197955';
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

test.each([
  [evm, evm],
  [` ${evm}\n`, evm],
  [`${evm}\u200b`, evm],
  [`\ufeff${evm.slice(0, 20)} ${evm.slice(20)}`, evm],
  [`ethereum:${evm}`, evm],
  [`ethereum:${evm}@56`, evm],
  [`ethereum:pay-${evm}@56?value=1e18`, evm],
  [`ethereum:${token}@56/transfer?address=${evm}&uint256=5e18`, evm],
  [`ethereum:${token}/transfer?uint256=5e18&address=${evm}`, evm],
  [`bitcoin:${bitcoin}?amount=0.01&label=A%20shop`, bitcoin],
  [`BITCOIN:${bitcoin.toUpperCase()}`, bitcoin.toUpperCase()],
  ['tron:TJRabPrwbZy45sbavfcjinPJC18kjpRTv8?amount=5', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  ['', ''],
])('%s pays to %s', (text, payee) => {
  expect(payeeIn(text)).toBe(payee);
});

test.each([
  `ethereum:${token}@56/approve?address=${evm}&uint256=5e18`,
  `ethereum:${token}@56/transfer?uint256=5e18`,
  `ethereum:${token}@56/transferFrom?address=${evm}`,
  `https://pay.example/${evm}`,
])('%s is no address', (text) => {
  expect(payeeIn(text)).toBe(text);
});

test('names and numbers are read as they were meant', () => {
  expect(normalizeName(' \u200bｄｅｍｏ\u2060 ')).toBe('demo');
  expect(seenText(halfWidth('ＤＥＭＯ２０２６\u00ad'))).toBe('DEMO2026');
  // What a program sends stays what it is, and is refused.
  expect(halfWidth('demo\u200b')).toBe('demo\u200b');
  // The sign of the kelvin is no k of anybody's keyboard.
  expect(normalizeName('\u212aen')).toBe('\u212aen');
  expect(['１２。５', '１２｡５', '１２．５', '12.5\u200e', '1 2.5', '１２．５\u3000'].map(typedNumber)).toEqual(
    Array(6).fill('12.5'),
  );
  expect(typedNumber('１，２３４。５０')).toBe('1,234.50');
});
