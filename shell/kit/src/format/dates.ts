import { type Day, dayText, type Language, type Moment, momentText, wallClock } from '@trellis/api-contract';
import { readerZone } from './readerZone.ts';

/** Which day a moment is on the reader's calendar. */
export const readerDay = (time: Moment | number): Day => wallClock(time, readerZone()).day;

/** The day of a moment in the reader's own time zone. */
export function dateText(time: Moment | number, language: Language): string {
  return dayText(readerDay(time), language);
}

/** `15:04`, in the reader's own time zone. */
export const timeText = (time: Moment | number): string => wallClock(time, readerZone()).time;

/** en `9 Mar 2026, 15:04`, jp `2026/03/09 15:04`, zh `2026-03-09 15:04`, ko `2026.03.09 15:04`. */
export function dateTimeText(time: Moment | number, language: Language): string {
  return momentText(time, language, readerZone());
}

/** For "as of": the time alone on the same day, else with its date. */
export function asOfText(time: Moment | number, now: number, language: Language): string {
  return dateText(time, language) === dateText(now, language) ? timeText(time) : dateTimeText(time, language);
}

/** Whole days from one day to another, counted in UTC as the product counts terms. */
export function daysBetween(from: Day | Moment | number, to: Day | Moment | number): number {
  const day = (time: string | number) => Math.floor(new Date(time).getTime() / 86_400_000);
  return day(to) - day(from);
}
