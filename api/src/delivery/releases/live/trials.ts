import type { Releasable } from '../files/store.ts';
import { judgeUse, type VerdictWord, type WeighedLoads, type WeighedUse } from './health.ts';
import type { Loads } from './loads.ts';
import { type FeatureState, previousStable } from './state.ts';

/** A release that was well for a day and fails then does so because of something else; going back would not mend it. */
export const watchedMs = 24 * 3_600_000;

/** A release between two times. */
export interface Period {
  readonly release: string;
  readonly from: Date;
  readonly to: Date;
}

/** A release that goes back by itself if it fails: a candidate, or what has been live for less than a day. */
export interface Trial {
  readonly release: string;
  readonly since: Date;
  /** How long it is looked at; `undefined` for a candidate: as long as it is one. */
  readonly until: Date | undefined;
  /** What it is compared with: what is live alongside it, or was before it. */
  readonly usual: Period | undefined;
}

/** The trials of a feature. The job that rolls back and the page that shows it go by this one list. */
export function trialsOf(state: FeatureState, now: Date): Trial[] {
  const { stable, candidate } = state;
  const trials: Trial[] = [];
  if (candidate) {
    const { release, since } = candidate;
    const usual = stable && { release: stable.release, from: since, to: now };
    trials.push({ release, since, until: undefined, usual });
  }
  const previous = previousStable(state);
  if (stable && previous !== undefined && now.getTime() - stable.since.getTime() < watchedMs) {
    const { release, since } = stable;
    const usual = { release: previous, from: new Date(since.getTime() - watchedMs), to: since };
    trials.push({ release, since, until: new Date(since.getTime() + watchedMs), usual });
  }
  return trials;
}

/** How loads what a trial is compared with. */
export const usualOf = async (loads: Loads, feature: Releasable, { usual }: Trial): Promise<WeighedLoads | undefined> =>
  usual && loads.weighed(feature, usual.release, usual.from, usual.to);

/** What people manage on one screen of a release, and what is made of it. */
export interface JudgedUse {
  readonly use: WeighedUse;
  /** The same screen of what it is compared with. */
  readonly usual: WeighedUse | undefined;
  readonly word: VerdictWord;
  readonly why: 'dead' | 'unfinished' | undefined;
}

/** What people manage with a release, by screen, alongside what it is compared with; those that fail first, then the most used. */
export async function judgedUses(
  { uses }: Loads,
  feature: Releasable,
  period: Period,
  usualPeriod: Period | undefined,
): Promise<JudgedUse[]> {
  const read = ({ release, from, to }: Period) => uses.weighed(feature, release, from, to);
  const [weighed, usually] = [await read(period), usualPeriod && (await read(usualPeriod))];
  const isAlongside = usualPeriod?.from.getTime() === period.from.getTime();
  const judged = [...weighed.values()].map((use) => {
    const usual = usually?.get(use.screen);
    const { word, why } = judgeUse(use, usual, isAlongside);
    return { use, usual, word, why };
  });
  const failsFirst = ({ word }: JudgedUse) => (word === 'failing' ? 0 : 1);
  return judged.toSorted((one, other) => failsFirst(one) - failsFirst(other) || other.use.begun - one.use.begun);
}
