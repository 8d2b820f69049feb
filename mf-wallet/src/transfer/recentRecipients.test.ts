import { expect, test } from '@jest/globals';
import { recentRecipients } from './recentRecipients.ts';

const sentTo = (...names: (string | null)[]) => names.map((counterparty) => ({ counterparty }));

test('the latest come first, each once, at most five', () => {
  expect(recentRecipients(sentTo('emma', 'lihua', 'emma', 'ren'))).toEqual(['emma', 'lihua', 'ren']);
  expect(recentRecipients(sentTo('a', 'b', 'c', 'd', 'e', 'f'))).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('what has no recipient counts for nobody', () => {
  expect(recentRecipients(sentTo(null, 'emma', null))).toEqual(['emma']);
  expect(recentRecipients([])).toEqual([]);
});
