import type { Language } from '@trellis/api-contract';

/**
 * Calendars reckoned by hand, as the product writes them: what the product's own formats show is held against them, so
 * nothing here may come from those, nor from Intl.
 */

export const minuteMs = 60_000;
const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** Minutes that the clocks of a zone are ahead of UTC, at a moment since 2007. */
export const zones = {
  'Pacific/Pago_Pago': () => -660,
  'America/New_York': (at: number) => (isSummerInNewYork(at) ? -240 : -300),
  UTC: () => 0,
  'Asia/Kolkata': () => 330,
  'Asia/Tokyo': () => 540,
  'Pacific/Kiritimati': () => 840,
} as const satisfies Readonly<Record<string, (at: number) => number>>;
export type Zone = keyof typeof zones;
export const zoneNames = Object.keys(zones) as Zone[];

/** The so-manieth Sunday of a month, as the moment at which it begins in UTC. @param month from 0 */
function sundayOf(year: number, month: number, count: number): number {
  const first = Date.UTC(year, month, 1);
  return first + (((7 - new Date(first).getUTCDay()) % 7) + 7 * (count - 1)) * dayMs;
}

/** In New York clocks go forward at 02:00 on the second Sunday of March, and back at 02:00 on the first of November. */
const forwardAt = (year: number): number => sundayOf(year, 2, 2) + 7 * hourMs;
const backAt = (year: number): number => sundayOf(year, 10, 1) + 6 * hourMs;

function isSummerInNewYork(at: number): boolean {
  const year = new Date(at).getUTCFullYear();
  return at >= forwardAt(year) && at < backAt(year);
}

/** What a clock on the wall of that zone shows, as if it were UTC. */
const onTheWall = (at: number, zone: Zone): Date => new Date(at + zones[zone](at) * minuteMs);

/** The moment at which the clocks of a zone show the beginning of a day. @param day its beginning in UTC */
export const midnightIn = (day: number, zone: Zone): number =>
  day - zones[zone](day - zones[zone](day) * minuteMs) * minuteMs;

const names = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const fullNames = 'January February March April May June July August September October November December'.split(' ');
const two = (value: number): string => String(value).padStart(2, '0');

/** Of a day, by its beginning in UTC. */
export function writtenDay(day: number, language: Language): string {
  const [year, month, date] = [
    new Date(day).getUTCFullYear(),
    new Date(day).getUTCMonth(),
    new Date(day).getUTCDate(),
  ] as const;
  if (language === 'en') return `${date} ${names[month]} ${year}`;
  return [year, two(month + 1), two(date)].join({ jp: '/', zh: '-', ko: '.' }[language]);
}

/** Of a month such as `2026-03`. */
export function writtenMonth(text: string, language: Language): string {
  const [year = 0, month = 0] = text.split('-').map(Number);
  return {
    en: `${fullNames[month - 1]} ${year}`,
    jp: `${year}年${month}月`,
    zh: `${year} 年 ${month} 月`,
    ko: `${year}년 ${month}월`,
  }[language];
}

/** A moment for a reader in that zone: day and time, and both as they stand together. */
export function writtenMoment(
  at: number,
  language: Language,
  zone: Zone,
): { day: string; time: string; whole: string } {
  const wall = onTheWall(at, zone);
  const day = writtenDay(wall.getTime(), language);
  const time = `${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`;
  return { day, time, whole: `${day}${language === 'en' ? ',' : ''} ${time}` };
}

const short = names.join('|');
/** A day, month, moment or time in whatever way any of the languages writes it, right or wrong. */
export const looksLikeDate = new RegExp(
  [
    String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?: ?UTC|Z)?`,
    String.raw`\d{4}([-/.])\d{1,2}\1\d{1,2}(?: \d\d:\d\d(?::\d\d)?)?`,
    String.raw`\d{1,2} (?:${short})[a-z]* \d{4}(?:, \d\d:\d\d)?`,
    String.raw`(?:${short})[a-z]* \d{1,2}(?:, \d{4})?\b`,
    String.raw`(?:${short})[a-z]* \d{4}`,
    String.raw`\d{1,2}/\d{1,2}/\d{2,4}`,
    String.raw`\d{4} ?年 ?\d{1,2} ?月(?: ?\d{1,2} ?日)?`,
    String.raw`\d{4}년 ?\d{1,2}월(?: ?\d{1,2}일)?`,
    String.raw`\b\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?`,
  ].join('|'),
  'g',
);

/** A moment in UTC as logs and chains have it, for the console's operators. */
export function writtenUtc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Beginnings in UTC of days before which something ends: a month, a year, 29 February, summer time in New York or Europe. */
const seams: readonly number[] = seamsBetween(2008, 2060);
/** Two seams are that far apart, so that a day which is one or two too early or late is no other's. */
const leastGapMs = 5 * dayMs;

function seamsBetween(from: number, to: number): number[] {
  const lastSunday = (year: number, month: number) =>
    sundayOf(year, month, new Date(sundayOf(year, month, 5)).getUTCMonth() === month ? 5 : 4);
  const years = Array.from({ length: to - from }, (_, each) => from + each);
  const wanted = years.flatMap((year) => [
    sundayOf(year, 2, 2),
    sundayOf(year, 10, 1),
    lastSunday(year, 2),
    lastSunday(year, 9),
  ]);
  for (const first of years.flatMap((year) => names.map((_, month) => Date.UTC(year, month, 1))))
    if (wanted.every((seam) => Math.abs(seam - first) >= 5 * dayMs)) wanted.push(first);
  return wanted.sort((a, b) => a - b);
}

/** Moments on both sides of a seam: in UTC, in the reader's zone, and where New York's clocks change. */
function momentAt(seam: number, zone: Zone, turn: number): number {
  const year = new Date(seam).getUTCFullYear();
  const change = [forwardAt(year), backAt(year)].find((at) => at > seam && at < seam + dayMs);
  const edges = [seam, midnightIn(seam, zone), ...(change === undefined ? [] : [change])];
  const edge = edges[(turn >> 1) % edges.length] ?? seam;
  return turn % 2 === 0 ? edge - 100 : edge;
}

/** What answers are given instead of their own days and moments. */
export interface Boundaries {
  /** What the product takes for now. */
  readonly now: number;
  /** The last thing that happened did so today, and not just before. */
  readonly hasToday: boolean;
  /** The nearest to now first. */
  readonly past: readonly number[];
  readonly future: readonly number[];
  /** Beginnings in UTC. */
  readonly pastDays: readonly number[];
  readonly today: number;
  readonly futureDays: readonly number[];
  /** Moments on days of their own, where these are not the reader's: for what is said by its day of UTC. */
  readonly beginnings: readonly number[];
}

/** At which seam it is now. */
export const turnsOfTime = {
  'leap day': Date.UTC(2028, 2, 1),
  'new year': Date.UTC(2027, 0, 1),
  'clocks back': Date.UTC(2026, 10, 1),
  'clocks forward': Date.UTC(2027, 2, 14),
} as const;
export type TurnOfTime = keyof typeof turnsOfTime;

/** The nearest past days are days alone, those before them are for beginnings. */
const daysKept = 40;

/**
 * Seams go to days and to moments by turns: none has both, so that what is shown of one is nothing of another.
 * @param turn which has the first, and which side of each seam is taken
 */
export function boundariesAt(when: TurnOfTime, zone: Zone, turn: number): Boundaries {
  const seam = turnsOfTime[when];
  const midnight = midnightIn(seam, zone);
  const before = seams.filter((each) => each <= seam - leastGapMs).reverse();
  const after = seams.filter((each) => each >= seam + leastGapMs);
  const ofMoments = (list: readonly number[]) =>
    list.filter((_, n) => (n + turn) % 2 === 0).map((each, n) => momentAt(each, zone, n + turn));
  const ofDays = (list: readonly number[]) =>
    list.filter((_, n) => (n + turn) % 2 === 1).map((each, n) => ((n + turn) % 3 === 0 ? each - dayMs : each));
  return {
    now: midnight + minuteMs,
    hasToday: turn % 2 === 0,
    past: [turn % 2 === 0 ? midnight : midnight - 100, ...ofMoments(before)],
    future: ofMoments(after),
    pastDays: ofDays(before).slice(0, daysKept),
    today: Math.floor((midnight + minuteMs) / dayMs) * dayMs,
    futureDays: ofDays(after),
    beginnings: ofDays(before)
      .slice(daysKept)
      .map((day) => (zones[zone](day) > 0 ? day + dayMs - 100 : day)),
  };
}
