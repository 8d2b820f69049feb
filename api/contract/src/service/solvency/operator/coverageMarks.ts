/** Coverage in hundredths of a percent: under the first it is low, under the second not all that is owed is there. */
export const coverageMarks = { low: 10_200, short: 10_000 } as const;
/** So many days of coverage are shown, today's among them. */
export const coverageDaysShown = 30;
