import { describe, expect, test } from '@jest/globals';
import { changeOf, isJump } from './change.ts';

describe('the difference of two rates', () => {
  test.each([
    ['0.421', '0.4808', 1421],
    ['100', '90', -1000],
    ['100', '100', 0],
    ['97123.45', '97123.46', 1],
    ['97123.46', '97123.45', -1],
    ['1', '1.00000001', 1],
  ])('from %s to %s is %i hundredths of a percent', (before, after, change) => {
    expect(changeOf(before, after)).toBe(change);
  });
  test.each([
    [null, '1'],
    [undefined, '1'],
    ['1/3', '1'],
    ['1', ''],
    ['0', '1'],
  ])('from %s to %s there is none', (before, after) => {
    expect(changeOf(before, after)).toBeUndefined();
  });
});

describe('what takes a second person', () => {
  test.each([
    ['100', '110', '10', false],
    ['100', '110.00000001', '10', true],
    ['100', '90', '10', false],
    ['100', '89.99999999', '10', true],
    [null, '1', '10', true],
    ['100', '100.5', '0.5', false],
    // What cannot be read is for two to look at.
    ['1/3', '1', '10', true],
    ['100', '', '10', true],
    ['100', '100', 'ten', true],
  ])('from %s to %s with %s %%: %s', (before, after, percent, jumps) => {
    expect(isJump(before, after, percent)).toBe(jumps);
  });
});
