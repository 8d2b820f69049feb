/** A stretch of days up to today that one tap chooses; `own`: between days that the reader names. */
export type Period = 'week' | 'month' | 'year' | 'own';

/** The first day of a period, in the reader's calendar, as `YYYY-MM-DD`. */
export function startOfPeriod(period: Exclude<Period, 'own'>, today: Date): string {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const starts = {
    // Today is one of them.
    week: new Date(year, month, day - 6),
    month: new Date(year, month, day - 29),
    year: new Date(year, 0, 1),
  };
  return dayText(starts[period]);
}

/** Which period two chosen days are; empty without any. */
export function periodOf({ from, to }: { from: string; to: string }, today: Date): Period | '' {
  if (from === '' && to === '') return '';
  const known = (['week', 'month', 'year'] as const).find((period) => startOfPeriod(period, today) === from);
  return to === '' && known !== undefined ? known : 'own';
}

const dayText = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
