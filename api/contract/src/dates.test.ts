import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import {
  beginningIn,
  type Day,
  dayAfter,
  dayOf,
  dayText,
  isDay,
  isTimeZone,
  momentText,
  monthText,
  shortMonthText,
  wallClock,
  zoneText,
} from './dates.ts';
import { languages } from './languages.ts';

const zones = [
  'Pacific/Pago_Pago',
  'America/New_York',
  'UTC',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Pacific/Kiritimati',
] as const;

/** What a calendar on the wall shows, at -11:00, -05:00 (summer -04:00), 00:00, +05:30, +09:00 and +14:00. */
const shown: readonly (readonly [at: string, ...inZones: readonly string[]])[] = [
  // Midnight, of a month's last day and of a year's.
  ['2026-11-30T23:59:59.999Z', '30 12:59', '30 18:59', '30 23:59', '1 05:29', '1 08:59', '1 13:59'],
  ['2027-01-01T00:00:00.000Z', '31 13:00', '31 19:00', '1 00:00', '1 05:30', '1 09:00', '1 14:00'],
  ['2026-11-30T16:33:00.000Z', '30 05:33', '30 11:33', '30 16:33', '30 22:03', '1 01:33', '1 06:33'],
  // A leap day, and the day after February in a year without one.
  ['2028-02-29T04:30:00.000Z', '28 17:30', '28 23:30', '29 04:30', '29 10:00', '29 13:30', '29 18:30'],
  ['2027-02-28T10:30:00.000Z', '27 23:30', '28 05:30', '28 10:30', '28 16:00', '28 19:30', '1 00:30'],
  // New York leaves out an hour at 07:00 UTC, and has one twice at 06:00 UTC.
  ['2027-03-14T06:59:00.000Z', '13 19:59', '14 01:59', '14 06:59', '14 12:29', '14 15:59', '14 20:59'],
  ['2027-03-14T07:00:00.000Z', '13 20:00', '14 03:00', '14 07:00', '14 12:30', '14 16:00', '14 21:00'],
  ['2026-11-01T05:30:00.000Z', '31 18:30', '1 01:30', '1 05:30', '1 11:00', '1 14:30', '1 19:30'],
  ['2026-11-01T06:30:00.000Z', '31 19:30', '1 01:30', '1 06:30', '1 12:00', '1 15:30', '1 20:30'],
];

/** Runs an expression over this module on a device that is set to a zone. */
const onDevice = (zone: string, expression: string): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import * as dates from ${JSON.stringify(new URL('./dates.ts', import.meta.url).href)};
         console.log(JSON.stringify(${expression}));`,
      ],
      { env: { ...process.env, TZ: zone }, encoding: 'utf8' },
    ),
  );

const short = ({ day, time }: { day: string; time: string }): string => `${Number(day.slice(8))} ${time}`;

describe.each(zones.map((zone, column) => [zone, column] as const))('in %s', (zone, column) => {
  const expected = shown.map(([, ...inZones]) => inZones[column]);

  test('a moment is shown by the clock of the zone, whatever the device is set to', () => {
    expect(shown.map(([at]) => short(wallClock(at, zone)))).toEqual(expected);
  });

  test('on a device of the zone a moment is shown by its clock, and a day is that day', () => {
    const days = ['2026-11-30', '2027-01-01', '2028-02-29', '2027-03-14', '2026-11-01'];
    const reported = onDevice(
      zone,
      `({
        moments: ${JSON.stringify(shown.map(([at]) => at))}.map((at) => dates.wallClock(at, undefined)),
        unknown: dates.wallClock('2026-11-30T16:33:00.000Z', 'Mars/Olympus'),
        days: ${JSON.stringify(days)}.map((day) => dates.dayText(day, 'zh')),
        begun: ${JSON.stringify(days)}.map((day) => dates.beginningIn(day, undefined)),
      })`,
    ) as Record<string, { day: string; time: string }[]> & { unknown: { day: string; time: string } };
    expect(reported.moments?.map(short)).toEqual(expected);
    expect(short(reported.unknown)).toBe(expected[2]);
    expect(reported.days).toEqual(days);
    expect(reported.begun).toEqual(days.map((day) => beginningIn(day, zone).toISOString()));
  });

  test.each([
    '2026-11-30',
    '2026-12-01',
    '2027-01-01',
    '2028-02-29',
    '2028-03-01',
    '2027-03-14',
    '2027-03-15',
    '2026-11-01',
    '2026-11-02',
  ])('the day %s begins at its first minute', (day) => {
    const begun = beginningIn(day, zone).getTime();
    expect(wallClock(begun, zone)).toEqual({ day, time: '00:00' });
    expect(wallClock(begun - 1, zone).day).toBe(dayAfter(day, -1));
  });
});

test('a day that clocks begin at one o’clock begins then', () => {
  expect(beginningIn('2017-10-15', 'America/Sao_Paulo').toISOString()).toBe('2017-10-15T03:00:00.000Z');
});

test.each([
  ['en', '9 Mar 2026', '9 Mar 2026, 15:04', 'March 2026', 'Mar'],
  ['jp', '2026/03/09', '2026/03/09 15:04', '2026年3月', '3月'],
  ['zh', '2026-03-09', '2026-03-09 15:04', '2026 年 3 月', '3 月'],
  ['ko', '2026.03.09', '2026.03.09 15:04', '2026년 3월', '3월'],
] as const)('%s writes days, moments and months in its own fixed pattern', (language, day, moment, month, short) => {
  expect(dayText('2026-03-09', language)).toBe(day);
  expect(momentText('2026-03-09T15:04:00.000Z', language, 'UTC')).toBe(moment);
  expect(momentText(new Date('2026-03-09T06:04:00.000Z'), language, 'Asia/Tokyo')).toBe(moment);
  expect(monthText('2026-03', language)).toBe(month);
  expect(shortMonthText('2026-03', language)).toBe(short);
});

test('no day of four years is written as another, in any language', () => {
  for (let day: Day = '2026-01-01'; day < '2030-01-01'; day = dayAfter(day, 1))
    for (const language of languages) {
      const parts = dayText(day, language).match(/\d+/g)?.map(Number) ?? [];
      const [year, month, date] = day.split('-').map(Number);
      expect(parts).toEqual(language === 'en' ? [date, year] : [year, month, date]);
    }
});

test('days are counted over the end of a month, a leap day and a year', () => {
  expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29');
  expect(dayAfter('2027-02-28', 1)).toBe('2027-03-01');
  expect(dayAfter('2027-01-01', -1)).toBe('2026-12-31');
  expect(dayOf('2026-11-30T23:59:59.999Z')).toBe('2026-11-30');
  expect(dayOf(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11-30');
});

test('a day is known from a moment by its form', () => {
  expect(
    ['2026-03-09', '2026-03-09T00:00:00.000Z', '2026-03', '12026-03-09', 'on 2026-03-09'].map((text) => isDay(text)),
  ).toEqual([true, false, false, false, false]);
});

test('without a zone moments and days are those of the device, wherever it is', () => {
  expect(wallClock(new Date(2026, 2, 9, 4, 5), undefined)).toEqual({ day: '2026-03-09', time: '04:05' });
  expect(wallClock(new Date(812, 11, 31, 23, 59), undefined)).toEqual({ day: '0812-12-31', time: '23:59' });
  for (const zone of [undefined, 'Mars/Olympus']) expect(beginningIn('2026-03-09', zone)).toEqual(new Date(2026, 2, 9));
});

test('a zone is known by its name', () => {
  expect(['Asia/Tokyo', 'asia/tokyo', 'UTC', 'Mars/Olympus', ''].map((zone) => isTimeZone(zone))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('a zone is named as people name it, by the season where a moment is given', () => {
  expect(languages.map((language) => zoneText('Asia/Seoul', language))).toEqual([
    'Korean Standard Time',
    '韓国標準時',
    '韩国标准时间',
    '한국 표준시',
  ]);
  expect(zoneText('America/New_York', 'en')).toBe('Eastern Time');
  expect(zoneText('America/New_York', 'en', new Date('2026-07-01T00:00:00Z'))).toBe('Eastern Daylight Time');
  expect(zoneText('UTC', 'jp')).toBe('UTC');
  expect(zoneText('Mars/Olympus', 'ko')).toBe('Mars/Olympus');
});
