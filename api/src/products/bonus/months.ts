import { dayText, type UtcDay, utcDayOf } from '../../ground/utcDay.ts';

/** A month of the calendar in UTC, as `2026-03`; months compare as texts do. */
export type MonthText = string;

export const monthOf = (day: UtcDay): MonthText => dayText(day).slice(0, 7);

export const firstDayOf = (month: MonthText): UtcDay => utcDayOf(new Date(`${month}-01`));

/** So many months later, or earlier. */
export function monthAfter(month: MonthText, months: number): MonthText {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}
