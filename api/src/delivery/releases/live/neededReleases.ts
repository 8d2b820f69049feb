import { ExplainedError } from '../../../ground/explainedError.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { Arrivals } from '../bucket/arrivals.ts';
import { BucketFault } from '../bucket/bucketFault.ts';
import type { Releasable } from '../files/store.ts';
import { type ReleaseEvents, releasedStates, type States } from './events.ts';
import { type FeatureState, previousStable } from './state.ts';

/** The job that has here what other processes made live, and what a failing release would go back to. */
export function bringLive(arrivals: Arrivals, events: ReleaseEvents): Job {
  return {
    name: 'release arrivals',
    pauseMs: 2_000,
    async run() {
      const states = releasedStates(await events.states());
      await Promise.all(
        states.flatMap(([feature, state]) =>
          releasesOf(state, previousStable(state)).map((release) => arrivals.wanted(feature, release)),
        ),
      );
      return false;
    },
  };
}

/**
 * Has here what a step is judged by, before its transaction: nobody waits for a bucket with a lock in hand.
 * @param target the release that is to go live
 * @throws ExplainedError if the target is refused, BucketFault if the bucket cannot be asked
 */
export async function bringJudged(
  arrivals: Arrivals,
  all: States,
  feature: Releasable,
  target: string | undefined,
): Promise<void> {
  if (target !== undefined) await arrivals.bring(feature, target);
  for (const [name, state] of releasedStates(all))
    if (!state.off) for (const live of releasesOf(state)) await arrivals.bring(name, live).catch(onlyIfAway);
}

/** A live release that is refused runs in no page, and a roll-back must not fail because of it. */
function onlyIfAway(error: unknown): void {
  if (error instanceof BucketFault || !(error instanceof ExplainedError)) throw error;
}

const releasesOf = ({ stable, candidate }: FeatureState, other?: string): string[] =>
  [stable?.release, candidate?.release, other].filter((release) => release !== undefined);
