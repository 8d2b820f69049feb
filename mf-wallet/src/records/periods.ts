import { type Day, dayAfter } from '@trellis/api-contract';

/** A period of days up to today that one tap chooses; `own`: between days that the reader names. */
export type Period = 'week' | 'month' | 'year' | 'own';

/** The first day of a period, in the reader's calendar. */
export function startOfPeriod(period: Exclude<Period, 'own'>, today: Day): Day {
  // Today is one of them.
  const starts = { week: dayAfter(today, -6), month: dayAfter(today, -29), year: `${today.slice(0, 4)}-01-01` };
  return starts[period];
}

/** Which period two chosen days are; empty without any. */
export function periodOf({ from, to }: { from: Day | ''; to: Day | '' }, today: Day): Period | '' {
  if (from === '' && to === '') return '';
  const known = (['week', 'month', 'year'] as const).find((period) => startOfPeriod(period, today) === from);
  return to === '' && known !== undefined ? known : 'own';
}
