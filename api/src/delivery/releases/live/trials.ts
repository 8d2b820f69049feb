import type { Releasable } from '../files/store.ts';
import type { WeighedLoads } from './health.ts';
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
