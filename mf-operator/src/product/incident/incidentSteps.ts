import type { Step } from '../../api.ts';

/** A line a step, the earliest first, in UTC and by the names of the audit log: what a report begins with. */
export const reportOf = (steps: readonly Step[]): string =>
  [...steps]
    .reverse()
    .map(({ at, by, action, subject, reason }) => `${at} ${action} ${subject} ${by}: ${reason}`)
    .join('\n');
