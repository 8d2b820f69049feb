import type { ReleaseHealth } from '../../api.ts';
import { percentOfPart } from './percents.ts';

/** One release in the picture: all of it in parts of the picture's width. */
export interface Interval {
  readonly release: string;
  readonly verdict: ReleaseHealth['verdict'];
  readonly share: number;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** At least so much is shown, from zero on: noise looks as small as it is. */
const leastShown = 0.04;

/** @returns the releases that somebody has, and at which share of members the picture ends, from 0 to 1 */
export function intervalsOf(releases: readonly ReleaseHealth[]): {
  readonly end: number;
  readonly intervals: readonly Interval[];
} {
  const known = releases.filter(({ members }) => members > 0);
  // What too few have may be anything: its band leaves the picture, rather than making everything else small.
  const bands = known.map((health) => (health.verdict === 'tooFew' ? health.failed / health.members : health.atMost));
  const end = Math.min(1, 1.1 * Math.max(leastShown, ...bands, ...known.map(({ allowed }) => allowed)));
  const at = (share: number): number => Math.min(1, share / end);
  return {
    end,
    intervals: known.map(({ release, verdict, failed, members, atLeast, atMost, allowed }) => ({
      release,
      verdict,
      share: at(failed / members),
      from: at(atLeast),
      to: at(atMost),
      limit: at(allowed),
    })),
  };
}

/** `0.08 to 2.41`, in percent. */
export const bandText = ({ atLeast, atMost }: ReleaseHealth): readonly [string, string] => [
  percentOfPart(atLeast),
  percentOfPart(atMost),
];
