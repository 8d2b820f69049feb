import { expect, test } from '@jest/globals';
import { Random } from '../testing/random.ts';
import { quotedRate, rateText } from './decimalRatio.ts';

/** What a reader gets who multiplies an amount with a rate as it is shown, cut off at the last digit of the unit. */
function product(minor: bigint, scale: number, rate: string, scaleOf: number): bigint {
  const [whole = '', fraction = ''] = rate.split('.');
  return (minor * BigInt(whole + fraction) * 10n ** BigInt(scaleOf)) / 10n ** BigInt(scale + fraction.length);
}

test.each([
  // 100 USD in BTC at 64,000, at 97,123.45, and 10,000 USD.
  ['0.000015625', 1n, 64_000n, 100_000_000n, 8],
  ['0.0000102961', 100n, 9_712_345n, 100_000_000n, 8],
  ['0.000010296174', 100n, 9_712_345n, 10_000_000_000n, 8],
  // USDT: what is exact stays as short as it was.
  ['1.0000', 1n, 1n, 100_000_000n, 6],
  ['0.9980', 998n, 1000n, 100_000_000n, 6],
  // Thirds: no rate that is cut off makes three of it one.
  ['0.33333334', 1n, 3n, 3_000_000n, 6],
])('%s is what a quote says', (text, numerator, denominator, minor, scale) => {
  const gross = (minor * numerator * 10n ** BigInt(scale - 6)) / denominator;
  expect(quotedRate({ numerator, denominator }, { minor, scale: 6 }, { minor: gross, scale })).toBe(text);
  expect(product(minor, 6, text, scale)).toBe(gross);
});

test('whatever amount at whatever rate: times the rate that is shown it is what it gives', () => {
  const random = new Random();
  for (let times = 0; times < 3_000; times += 1) {
    const [numerator, denominator] = [BigInt(1 + random.below(10 ** 9)), BigInt(1 + random.below(10 ** 9))];
    const minor = BigInt(1 + random.below(10 ** 12));
    const scale = random.below(2) === 0 ? 6 : 8;
    const gross = (minor * numerator * 10n ** BigInt(scale - 6)) / denominator;
    const shown = quotedRate({ numerator, denominator }, { minor, scale: 6 }, { minor: gross, scale });
    expect([random.seed, minor, shown, product(minor, 6, shown, scale)]).toEqual([random.seed, minor, shown, gross]);
  }
});

test('a rate without an amount has eight places at most, and four at least', () => {
  expect(rateText(1n, 64_000n)).toBe('0.00001562');
  expect(rateText(107n, 100n)).toBe('1.0700');
});
