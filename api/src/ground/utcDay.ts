/** A day of the calendar in UTC: whole days since 1970. Everything that falls due does so when one begins. */
export type UtcDay = number;

export const dayMs = 86_400_000;

export const utcDayOf = (at: Date): UtcDay => Math.floor(at.getTime() / dayMs);

export const beginningOf = (day: UtcDay): Date => new Date(day * dayMs);

/** `2026-03-09`. */
export const dayText = (day: UtcDay): string => beginningOf(day).toISOString().slice(0, 10);
