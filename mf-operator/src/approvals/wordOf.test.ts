import { expect, test } from '@jest/globals';
import { wordOf } from './wordOf.ts';

test.each([
  ['payouts.unfreeze', '3', 'payouts'],
  ['release.approve_on', 'team', 'team'],
  ['release.approve_below_floor', 'team 0.1.0-aa', '0.1.0-aa'],
  ['rate.approve', '12', undefined],
] as const)('a yes to %s of %s takes the word %s, wherever it is given', (action, subject, word) => {
  expect(wordOf({ id: '1', action, subject })).toBe(word);
});
