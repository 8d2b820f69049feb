import { type Language, languageTag } from './languages.ts';

/**
 * A day of the calendar, `2026-03-09`, the same for every reader: the product's days are days in UTC. It is no moment: as
 * one it would be the day before west of Greenwich.
 */
export type Day = string & { readonly is?: 'day' };

/** A moment in RFC 3339, which each reader's zone and language show in their own way. */
export type Moment = string & { readonly is?: 'moment' };

/** The day on which a moment is in UTC, as terms are counted. */
export const dayOf = (at: Moment | Date): Day => (typeof at === 'string' ? at : at.toISOString()).slice(0, 10);

/** Whether a text is a day and not a moment: both are strings on the wire. */
export const isDay = (text: string): text is Day => /^\d{4}-\d{2}-\d{2}$/.test(text);

/**
 * What calendar and clock show at a moment.
 * @param zone by its IANA name; without one, and where it is not known, as the device is set
 */
export function wallClock(at: Moment | number | Date, zone: string | undefined): { day: Day; time: string } {
  const moment = new Date(at);
  const parts = zone === undefined ? undefined : partsIn(zone)?.formatToParts(moment);
  // The device may be carried into another zone while the page stays: nothing of its own is kept.
  if (!parts)
    return {
      day: [String(moment.getFullYear()).padStart(4, '0'), two(moment.getMonth() + 1), two(moment.getDate())].join('-'),
      time: `${two(moment.getHours())}:${two(moment.getMinutes())}`,
    };
  const part = (wanted: Intl.DateTimeFormatPartTypes): string =>
    parts.find(({ type }) => type === wanted)?.value.padStart(2, '0') ?? '';
  return { day: [part('year'), part('month'), part('day')].join('-'), time: `${part('hour')}:${part('minute')}` };
}

/** Making one takes longer than all it writes. So many at most: names are typed in any case. */
const formats = new Map<string, Intl.DateTimeFormat>();
const mostFormats = 500;

/** `undefined`: this platform does not know the zone. */
function partsIn(timeZone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  try {
    const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
    const made = new Intl.DateTimeFormat('en-GB-u-ca-gregory-nu-latn', { ...digits, timeZone, hourCycle: 'h23' });
    if (formats.size < mostFormats) formats.set(timeZone, made);
    return made;
  } catch {
    return undefined;
  }
}

/** Whether this platform knows a zone of that name. */
export const isTimeZone = (zone: string): boolean => partsIn(zone) !== undefined;

/** The moment at which a day begins on the calendar of a zone, or of the device without one. */
export function beginningIn(day: Day, zone: string | undefined): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const midnight = Date.UTC(year, month - 1, date);
  const begun = (at: number): boolean => wallClock(at, zone).day >= day;
  // No zone is further than a day from UTC. Where clocks change at midnight a day begins later than at 00:00.
  let [before, after] = [midnight - dayMs, midnight + dayMs];
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / minuteMs / 2) * minuteMs;
    if (begun(middle)) after = middle;
    else before = middle;
  }
  return new Date(after);
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A day so many days later; earlier with a minus. */
export const dayAfter = (day: Day, days: number): Day => dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs));

/** en `9 Mar 2026`, jp `2026/03/09`, zh `2026-03-09`, ko `2026.03.09`. Fixed: "26. 3. 9." is a riddle. */
export function dayText(day: Day, language: Language): string {
  const parts = day.split('-');
  if (language !== 'en') return parts.join(separator[language]);
  const [year, month, date] = parts.map(Number);
  return `${date} ${months[(month ?? 1) - 1]} ${year}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const separator = { jp: '/', zh: '-', ko: '.' } as const;
const two = (value: number): string => String(value).padStart(2, '0');

/** en `9 Mar 2026, 15:04`, jp `2026/03/09 15:04`, zh `2026-03-09 15:04`, ko `2026.03.09 15:04`. */
export function momentText(at: Moment | number | Date, language: Language, zone: string | undefined): string {
  const { day, time } = wallClock(at, zone);
  return `${dayText(day, language)}${language === 'en' ? ',' : ''} ${time}`;
}

/**
 * What people call a zone: `Korean Standard Time`, `韓国標準時`.
 * @param at as it is called then; without one as in all of a year
 */
export function zoneText(zone: string, language: Language, at?: Date): string {
  if (zone === 'UTC') return zone;
  for (const timeZoneName of [at ? 'long' : 'longGeneric', 'long'] as const)
    try {
      const parts = new Intl.DateTimeFormat(languageTag[language], { timeZone: zone, timeZoneName }).formatToParts(at);
      return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
    } catch {
      // An old browser has no names of all the year, or does not know the zone.
    }
  return zone;
}

/** `2026-11`, a month of the calendar, by its name: en `November 2026`, jp `2026年11月`, zh `2026 年 11 月`, ko `2026년 11월`. */
export function monthText(month: string, language: Language): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  // The platform leaves out the spaces that every other text of ours has between digits and characters.
  if (language === 'zh') return `${date.getUTCFullYear()} 年 ${date.getUTCMonth() + 1} 月`;
  return new Intl.DateTimeFormat(languageTag[language], { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    date,
  );
}

/** A month where there is little room: `Nov`, `11月`, `11 月`, `11월`. @param month as `2026-11` */
export function shortMonthText(month: string, language: Language): string {
  const number = Number(month.slice(5));
  return language === 'en' ? (months[number - 1] ?? month) : `${number}${monthSign[language]}`;
}

const monthSign = { jp: '月', zh: ' 月', ko: '월' } as const;
