import { expect, test } from '@jest/globals';
import { momentOf, typedOf } from './moments.ts';

test('a moment is typed in UTC, to the minute', () => {
  expect(momentOf(' 2026-03-09 15:04 ')).toBe('2026-03-09T15:04:00.000Z');
  expect(typedOf(new Date('2026-03-09T15:04:59.999Z'))).toBe('2026-03-09 15:04');
});

test.each(['', 'soon', '2026-03-09', '2026-3-9 15:04', '2026-02-30 15:04', '2026-03-09 24:01', '2026-13-01 00:00'])(
  '%j is none',
  (typed) => {
    expect(momentOf(typed)).toBeUndefined();
  },
);
