import type { Clock } from '../../../ground/clock.ts';
import type { Releasable } from '../files/store.ts';
import { judgeThrown, judgeWeighed, type Verdict, type VerdictWord, type WeighedLoads } from './health.ts';
import type { Loads, ThrownCounts } from './loads.ts';
import { type FirstPaint, firstPaintOf } from './paintSteps.ts';
import { automaticTarget, type FeatureState } from './state.ts';
import { type JudgedUse, judgedUses, type Period, trialsOf, usualOf, watchedMs } from './trials.ts';

/** How a release loads, and what is made of it. */
export interface ReleaseHealth extends Period {
  readonly place: 'candidate' | 'live' | 'before';
  readonly counts: WeighedLoads;
  readonly verdict: Verdict;
  /** What failed, as `chunk missing`, with the number of members who met it. */
  readonly failures: Readonly<Record<string, number>>;
  /** What threw while it was used: for how many, where, and what that is; nothing goes back by it. */
  readonly thrown: ThrownCounts & { readonly verdict: VerdictWord };
  /** What people manage with it, the worst screens first. */
  readonly uses: readonly JudgedUse[];
  /** How soon it is on the page: of everybody's first load of it. */
  readonly firstPaint: FirstPaint;
  /** Set while it goes back by itself if it fails. */
  readonly trial: { readonly until: Date | undefined; readonly backTo: string | undefined } | undefined;
}

/** How the releases of a feature load, side by side. */
export interface FeatureHealth {
  readonly at: Date;
  /** Who opened the feature within a day: those to whom a share would go. */
  readonly people: number;
  readonly releases: readonly ReleaseHealth[];
}

/** The job looks as often: a page that asked more often would be shown nothing new. */
const cacheMs = 5_000;
/** Among a million members a look takes seconds: then it is kept so many times as long, and says of when it is. */
const cacheTimes = 10;

/** As many screens are shown, the worst first. */
const shownScreens = 8;

/** What is known of a release beyond what is read of it. */
interface Compared extends Partial<Pick<ReleaseHealth, 'counts' | 'trial'>> {
  readonly usual?: WeighedLoads;
  readonly usualPeriod?: Period | undefined;
}

interface Kept {
  readonly feature: FeatureState;
  readonly at: number;
  readonly health: Promise<FeatureHealth>;
  /** How long it took; 0 while it is read. */
  tookMs: number;
}

/** What the watch judges by, for whoever looks: from the same loads, by the same function, alongside the same release. */
export class HealthReader {
  readonly #loads: Loads;
  readonly #clock: Clock;
  readonly #kept = new Map<Releasable, Kept>();

  constructor(loads: Loads, clock: Clock) {
    this.#loads = loads;
    this.#clock = clock;
  }

  /** Read at most once in five seconds, and at most a tenth of the time, however many look. */
  read(feature: Releasable, state: FeatureState): Promise<FeatureHealth> {
    const now = this.#clock.now();
    const cached = this.#kept.get(feature);
    if (
      cached?.feature === state &&
      Math.abs(now.getTime() - cached.at) < Math.max(cacheMs, cacheTimes * cached.tookMs)
    )
      return cached.health;
    const began = performance.now();
    const reading: Kept = { feature: state, at: now.getTime(), tookMs: 0, health: this.#read(feature, state, now) };
    this.#kept.set(feature, reading);
    reading.health.then(
      () => {
        reading.tookMs = performance.now() - began;
      },
      () => this.#kept.delete(feature),
    );
    return reading.health;
  }

  async #read(feature: Releasable, state: FeatureState, now: Date): Promise<FeatureHealth> {
    const { stable, candidate } = state;
    const releases: Omit<ReleaseHealth, 'firstPaint'>[] = [];
    const add = async (
      period: Period,
      place: ReleaseHealth['place'],
      { counts, usual, usualPeriod, trial }: Compared = {},
    ) => {
      if (releases.some(({ release }) => release === period.release)) return;
      const { release, from, to } = period;
      const judged = counts ?? (await this.#loads.weighed(feature, release, from, to));
      const failures =
        judged.failed + judged.outsiders > 0 ? await this.#loads.failures(feature, release, from, to) : {};
      const thrown = await this.#loads.thrown(feature, release, from, to);
      const { members } = judged;
      // Whoever reports an error has it; their load may be of before.
      const throwing = judgeThrown({ members: Math.max(members, thrown.members), failed: thrown.members });
      releases.push({
        ...period,
        place,
        counts: judged,
        verdict: judgeWeighed(judged, usual),
        failures,
        thrown: { ...thrown, verdict: throwing },
        uses: (await judgedUses(this.#loads, feature, period, usualPeriod)).slice(0, shownScreens),
        trial,
      });
    };
    for (const trial of trialsOf(state, now)) {
      const { release, since, until } = trial;
      const usual = await usualOf(this.#loads, feature, trial);
      const place = release === candidate?.release ? 'candidate' : 'live';
      await add({ release, from: since, to: now }, place, {
        ...(usual && { usual }),
        usualPeriod: trial.usual,
        trial: { until, backTo: automaticTarget(state, release) },
      });
      const alongside = trial.usual?.release === stable?.release ? 'live' : 'before';
      // What is live alongside a candidate may be on trial itself: then it is shown as that.
      const isOnTrial = trialsOf(state, now).some((each) => each.release === trial.usual?.release);
      if (trial.usual && usual && !isOnTrial) await add(trial.usual, alongside, { counts: usual });
    }
    const dayAgo = new Date(now.getTime() - watchedMs);
    if (stable) {
      const from = new Date(Math.max(stable.since.getTime(), dayAgo.getTime()));
      await add({ release: stable.release, from, to: now }, 'live');
    }
    const live = [stable?.release, candidate?.release].filter((release) => release !== undefined);
    const people = live.length === 0 ? 0 : await this.#loads.people(feature, live, dayAgo);
    const names = releases.map(({ release }) => release);
    const paints = await this.#loads.firstPaints.read(feature, names);
    return {
      at: now,
      people,
      releases: releases.map((each) => ({ ...each, firstPaint: paints.get(each.release) ?? firstPaintOf([]) })),
    };
  }
}
