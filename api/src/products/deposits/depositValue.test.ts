import { expect, test } from '@jest/globals';
import { minorUsdt, neededFor, valueAt } from './depositValue.ts';

const rate = (numerator: bigint, denominator: bigint) =>
  ({ id: '1', base: 'USDT', quote: 'USD', numerator, denominator, since: undefined }) as const;

// Minor units of both. What arrives is always what is credited (at the rate), the fee and the rounding together.
test.each`
  usdt        | fee     | numerator | denominator | usd         | exchanged   | rounding
  ${10000000} | ${0}    | ${1}      | ${1}        | ${10000000} | ${10000000} | ${0}
  ${10000001} | ${0}    | ${2}      | ${3}        | ${6666667}  | ${10000001} | ${0}
  ${10000000} | ${0}    | ${1}      | ${3}        | ${3333333}  | ${9999999}  | ${1}
  ${10000000} | ${5000} | ${999}    | ${1000}     | ${9985005}  | ${9995000}  | ${0}
  ${10000000} | ${0}    | ${3}      | ${2}        | ${15000000} | ${10000000} | ${0}
  ${7}        | ${9}    | ${1}      | ${1}        | ${0}        | ${0}        | ${0}
`('$usdt at $numerator/$denominator less $fee is $usd', (row: Record<string, number>) => {
  const { usdt, fee, numerator, denominator, ...expected } = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, BigInt(value)]),
  ) as Record<string, bigint>;
  const value = valueAt(usdt ?? 0n, fee ?? 0n, rate(numerator ?? 0n, denominator ?? 0n));
  expect(value).toMatchObject(expected);
  expect(value.exchanged + value.fee + value.rounding).toBe(usdt);
});

test.each([
  [100_000_000n, 0n, 1n, 1n, 100_000_000n],
  [100_000_000n, 1_000_000n, 1n, 1n, 101_000_000n],
  [100_000_000n, 0n, 3n, 1n, 33_333_334n],
  [1n, 0n, 2n, 1n, 1n],
])(
  '%d USD, with a fee of %d and at %d/%d, need %d USDT, which are enough',
  (usd, fee, numerator, denominator, needed) => {
    expect(neededFor(usd, fee, rate(numerator, denominator))).toBe(needed);
    expect(valueAt(needed, fee, rate(numerator, denominator)).usd >= usd).toBe(true);
    expect(valueAt(needed - 1n, fee, rate(numerator, denominator)).usd < usd).toBe(true);
  },
);

test('a token’s own units are cut to ours', () => {
  expect(minorUsdt(25_500_000_999_999_999_999n, 18)).toBe(25_500_000n);
  expect(minorUsdt(77_123_456n, 6)).toBe(77_123_456n);
  expect(minorUsdt(999_999_999_999n, 18)).toBe(0n);
});
