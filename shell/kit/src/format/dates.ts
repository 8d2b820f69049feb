import { type Language, languageTag } from '@trellis/api-contract';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const two = (value: number): string => String(value).padStart(2, '0');

/** A date in the member's own time zone. The pattern of each language is fixed: "26. 3. 9." is a riddle. */
export function dateText(time: string | number, language: Language): string {
  const date = new Date(time);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  if (language === 'en') return `${day} ${months[month]} ${year}`;
  return [year, two(month + 1), two(day)].join(separator[language]);
}
const separator = { jp: '/', zh: '-', ko: '.' } as const;

/** `15:04`, in the member's own time zone. */
export function timeText(time: string | number): string {
  const date = new Date(time);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** en `9 Mar 2026, 15:04`, jp `2026/03/09 15:04`, zh `2026-03-09 15:04`, ko `2026.03.09 15:04`. */
export function dateTimeText(time: string | number, language: Language): string {
  return `${dateText(time, language)}${language === 'en' ? ',' : ''} ${timeText(time)}`;
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

/** For "as of": the time alone on the same day, else with its date. */
export function asOfText(time: string | number, now: number, language: Language): string {
  return dateText(time, language) === dateText(now, language) ? timeText(time) : dateTimeText(time, language);
}

/** Whole days from one day to another, counted in UTC as the product counts terms. */
export function daysBetween(from: string | number, to: string | number): number {
  const day = (time: string | number) => Math.floor(new Date(time).getTime() / 86_400_000);
  return day(to) - day(from);
}
