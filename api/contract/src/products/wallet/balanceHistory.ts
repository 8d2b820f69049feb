/** How far back the history of a balance goes, and how close its points lie, in days of the calendar in UTC. */
export const historySpans = {
  month: { points: 30, stepDays: 1 },
  quarter: { points: 30, stepDays: 3 },
  year: { points: 52, stepDays: 7 },
} as const;
export type HistorySpan = keyof typeof historySpans;
export const historySpanNames = Object.keys(historySpans) as [HistorySpan, ...HistorySpan[]];
