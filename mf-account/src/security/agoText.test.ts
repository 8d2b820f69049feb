import { expect, test } from '@jest/globals';
import { agoText } from './agoText.ts';

const now = Date.parse('2026-11-27T12:00:00Z');

test.each([
  ['2026-11-27T11:59:30Z', 'now'],
  ['2026-11-27T12:00:05Z', 'now'],
  ['2026-11-27T11:57:10Z', '2 minutes ago'],
  ['2026-11-27T09:00:00Z', '3 hours ago'],
  ['2026-11-25T09:00:00Z', '2 days ago'],
  ['2026-11-20T12:00:00Z', undefined],
])('%s was %s', (time, words) => {
  expect(agoText(time, now, 'en')).toBe(words);
});

test('in the words of the reader', () => {
  expect(agoText('2026-11-27T11:57:10Z', now, 'ko')).toBe('2분 전');
});
