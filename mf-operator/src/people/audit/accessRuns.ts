/** As much of a row of the log as says whether somebody only looked. */
interface Logged {
  readonly number: string;
  readonly actor: string;
  readonly action: string;
  readonly recordedAt: string;
}

/** Rows of the log that follow each other and belong together: at least one. */
export type Run<Row> = readonly [Row, ...Row[]];

/** Names of actions that change nothing, as the log's own filter has them. */
const access = /[.](?:read|list|find|export|timeline|equation)(?:_|$)/;

/**
 * Folds what one person looked at within a day, one after the other, into one entry; what changes something stays for itself.
 * @param dayOf the day of a moment on the reader's calendar: an entry names one day, and two times of it
 */
export function foldedAccess<Row extends Logged>(
  rows: readonly Row[],
  dayOf: (time: string) => string,
): readonly Run<Row>[] {
  const isSameDay = (one: Logged, other: Logged): boolean => dayOf(one.recordedAt) === dayOf(other.recordedAt);
  const runs: [Row, ...Row[]][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    const before = last?.[0];
    const continues =
      before !== undefined && before.actor === row.actor && isSameDay(before, row) && [before, row].every(isAccess);
    if (last && continues) last.push(row);
    else runs.push([row]);
  }
  return runs;
}

const isAccess = ({ action }: Logged): boolean => access.test(action);
