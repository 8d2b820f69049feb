import { expect, test } from '@jest/globals';
import { signedPercent } from './rateTexts.ts';

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
