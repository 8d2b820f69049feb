import { expect, test } from '@jest/globals';
import { confirmPhraseOf } from './confirmPhraseOf.ts';

test.each([
  ['payouts.unfreeze', '3', 'payouts'],
  ['release.approve_on', 'team', 'team'],
  ['release.approve_below_floor', 'team 0.1.0-aa', '0.1.0-aa'],
  ['rate.approve', '12', undefined],
] as const)('an approval of %s of %s takes the phrase %s, wherever it is given', (action, subject, word) => {
  expect(confirmPhraseOf({ id: '1', action, subject })).toBe(word);
});
