import { expect, test } from '@jest/globals';
import { ageOf, signedPercent } from './rateTexts.ts';

test.each([
  [1_420, '+14.20%'],
  [-5, '−0.05%'],
  [0, '0.00%'],
  [99_999, '+999.99%'],
  [7_090_000, '+70,900%'],
  [7_090_001, '+70,901%'],
])('%d hundredths of a percent are %s', (hundredths, text) => {
  expect(signedPercent(hundredths)).toBe(text);
});

test.each([
  [-1_000, { share: 0, tone: 'positive' }],
  [17 * 3_600_000, { share: 17 / 24, tone: 'positive' }],
  [18 * 3_600_000, { share: 0.75, tone: 'warning' }],
  [24 * 3_600_000, { share: 1, tone: 'negative' }],
  [90 * 3_600_000, { share: 1, tone: 'negative' }],
])('of 24 hours %d ms are %o', (age, used) => {
  expect(ageOf(age, 24 * 3_600)).toEqual(used);
});
