import { expect, test } from '@jest/globals';
import { asOfText, dateText, dateTimeText, daysBetween, monthText, timeText } from './dates.ts';

/** A moment in the time zone of whoever runs the test, as the product shows it in the member's own. */
const moment = new Date(2026, 2, 9, 15, 4).getTime();
const early = new Date(2026, 10, 21, 0, 5).getTime();

test.each([
  ['en', '9 Mar 2026, 15:04', '21 Nov 2026, 00:05'],
  ['jp', '2026/03/09 15:04', '2026/11/21 00:05'],
  ['zh', '2026-03-09 15:04', '2026-11-21 00:05'],
  ['ko', '2026.03.09 15:04', '2026.11.21 00:05'],
] as const)('%s writes a date and a time in its own fixed pattern', (language, afternoon, midnight) => {
  expect(dateTimeText(moment, language)).toBe(afternoon);
  expect(dateTimeText(early, language)).toBe(midnight);
});

test.each([
  ['en', 'November 2026'],
  ['jp', '2026年11月'],
  ['zh', '2026 年 11 月'],
  ['ko', '2026년 11월'],
] as const)('%s writes a month by its name', (language, text) => {
  expect(monthText('2026-11', language)).toBe(text);
});

test('a wire time is read as well as a number', () => {
  expect(timeText(new Date(moment).toISOString())).toBe('15:04');
  expect(dateText(new Date(moment).toISOString(), 'ko')).toBe('2026.03.09');
});

test('"as of" leaves the date out on the same day only', () => {
  expect(asOfText(moment, moment + 60_000, 'en')).toBe('15:04');
  expect(asOfText(moment, moment + 24 * 3_600_000, 'en')).toBe('9 Mar 2026, 15:04');
});

test('days are counted in UTC, whatever the hours', () => {
  expect(daysBetween('2026-03-09T23:59:59Z', '2026-03-10T00:00:01Z')).toBe(1);
  expect(daysBetween('2026-03-09T00:00:00Z', '2026-03-09T23:59:59Z')).toBe(0);
  expect(daysBetween('2026-03-09T12:00:00Z', '2026-06-07T12:00:00Z')).toBe(90);
});
