import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { type Day, dayText } from '@trellis/api-contract';
import { asOfText, dateText, dateTimeText, daysBetween, readerDay, timeText } from './dates.ts';
import { showZone } from './readerZone.ts';

afterEach(() => showZone(undefined));

const moment = '2026-11-30T16:33:00.000Z';

test.each([
  ['Pacific/Pago_Pago', '30 Nov 2026, 05:33', '30 Nov 2026'],
  ['America/New_York', '30 Nov 2026, 11:33', '30 Nov 2026'],
  ['UTC', '30 Nov 2026, 16:33', '30 Nov 2026'],
  ['Asia/Kolkata', '30 Nov 2026, 22:03', '30 Nov 2026'],
  ['Asia/Tokyo', '1 Dec 2026, 01:33', '1 Dec 2026'],
  ['Pacific/Kiritimati', '1 Dec 2026, 06:33', '1 Dec 2026'],
])('in %s a moment is shown by the clock there, and a day is the same as everywhere', (zone, text, date) => {
  showZone(zone);
  expect(dateTimeText(moment, 'en')).toBe(text);
  expect(dateTimeText(Date.parse(moment), 'en')).toBe(text);
  expect(timeText(moment)).toBe(text.slice(-5));
  expect(dateText(moment, 'en')).toBe(date);
  expect(dayText(readerDay(moment), 'en')).toBe(date);
  expect(dayText('2027-02-23', 'en')).toBe('23 Feb 2027');
});

test('a day is none of the moments', () => {
  showZone('America/New_York');
  const day: Day = '2027-02-23';
  // @ts-expect-error As a moment it is another day in half of the world.
  expect(dateText(day, 'en')).toBe('22 Feb 2027');
  // @ts-expect-error
  expect(dateTimeText(day, 'en')).toBe('22 Feb 2027, 19:00');
});

test('"as of" leaves the date out on the same day only, where the reader is', () => {
  const at = Date.parse(moment);
  showZone('Asia/Tokyo');
  expect(asOfText(at, at + 60_000, 'en')).toBe('01:33');
  expect(asOfText(at - 2 * 3_600_000, at, 'en')).toBe('30 Nov 2026, 23:33');
  showZone('UTC');
  expect(asOfText(at - 2 * 3_600_000, at, 'en')).toBe('14:33');
});

test('days are counted in UTC, whatever the hours', () => {
  expect(daysBetween('2026-03-09T23:59:59Z', '2026-03-10T00:00:01Z')).toBe(1);
  expect(daysBetween('2026-03-09T00:00:00Z', '2026-03-09T23:59:59Z')).toBe(0);
  expect(daysBetween('2026-03-09T12:00:00Z', '2026-06-07T12:00:00Z')).toBe(90);
});

test('no screen writes or reads a date by itself: it would be in the zone of the device', () => {
  const root = path.resolve(import.meta.dirname, '../../../..');
  const sources = globSync('{shell/src,shell/kit/src,shell/sdk/src,mf-*/src}/**/*.{ts,tsx}', { cwd: root });
  const itself =
    /\.(?:get(?:FullYear|Month|Date|Day|Hours|Minutes)|toLocale(?:Date|Time)?String|to(?:Date|Time)String)\(|DateTimeFormat\((?!\)\.resolvedOptions)|new Date\([^()]*,/;
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((file) => itself.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});
