import { audienceOf } from '@trellis/api-contract';
import { secondsFrom } from '../../../ground/clock.ts';
import type { Releasable } from '../files/store.ts';

/** Whose word counts when a release is judged: of accounts of this age, … */
const settledDays = 7;
/** … that have a browser which was here on a day before. */
const knownDays = 1;

/** Who reports. */
export interface Reporter {
  /** Of a member, or of an operator: the rows of a feature are all of one audience. */
  readonly id: string;
  readonly network: string;
}

/** Whether a row's reporter counts: all operators ($7); accounts from before $5 with a browser from before $6. */
export const knownSql = (row: string): string => `($7 OR EXISTS (
                SELECT 1 FROM member m JOIN member_device d ON d.member_id = m.id
                 WHERE m.id = ${row}.member AND m.created_at < $5 AND d.first_seen_at < $6))`;

/** The values for `knownSql`, in its order. */
export const known = (feature: Releasable, from: Date): [Date, Date, boolean] => [
  secondsFrom(from, -settledDays * 86_400),
  secondsFrom(from, -knownDays * 86_400),
  audienceOf(feature) === 'operator',
];
