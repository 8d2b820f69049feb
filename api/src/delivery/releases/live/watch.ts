import type { Clock } from '../../../ground/clock.ts';
import type { Log } from '../../../ground/log.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { Releasable } from '../files/store.ts';
import type { ReleaseEvents } from './events.ts';
import { judgeWeighed } from './health.ts';
import type { Loads } from './loads.ts';
import type { Releases } from './releases.ts';
import { type Trial, trialsOf, usualOf } from './trials.ts';

const forgetEveryMs = 3_600_000;

interface WatchParts {
  readonly events: ReleaseEvents;
  readonly loads: Loads;
  readonly releases: Releases;
  readonly clock: Clock;
  readonly log: Log;
}

/** The job that rolls a failing release back by itself. Several processes may run it: it is rolled back once. */
export function watchReleases(parts: WatchParts): Job {
  const said = new Set<string>();
  return {
    name: 'release watch',
    pauseMs: 5_000,
    async run() {
      for (const [feature, state] of await parts.events.states())
        for (const trial of trialsOf(state, parts.clock.now())) await judgeOne(feature, trial, parts, said);
      return false;
    },
  };
}

/** The job that forgets reports which nobody judges by any more. */
export const forgetLoads = (loads: Loads): Job => ({
  name: 'old release loads',
  everyMs: forgetEveryMs,
  async run() {
    await loads.forgetOld();
    return false;
  },
});

/** @param said releases that fail and stay, of which the log was shown */
async function judgeOne(feature: Releasable, trial: Trial, parts: WatchParts, said: Set<string>): Promise<void> {
  const { loads, releases, clock, log } = parts;
  const { release, since } = trial;
  const counts = await loads.weighed(feature, release, since, clock.now());
  // Most have too little to say; then nothing more is read.
  if (!judgeWeighed(counts, undefined).failing) return;
  const usual = await usualOf(loads, feature, trial);
  const { failing, atLeast, allowed } = judgeWeighed(counts, usual);
  if (!failing) return;
  const evidence = {
    release,
    since: since.toISOString(),
    ...counts,
    failures: await loads.failures(feature, release, since, clock.now()),
    usual: usual ?? null,
    atLeast,
    allowed,
  };
  const reason = `fails for ${counts.failed} of ${counts.members} members`;
  const target = await releases.rollBackFailing(feature, release, reason, evidence);
  if (target !== undefined) log.warn({ feature, release, target, ...counts }, 'a failing release was rolled back');
  else if (!said.has(`${feature} ${release}`)) {
    // A security fix, a pin, a floor, or nothing to go back to: now it is for somebody to decide.
    said.add(`${feature} ${release}`);
    log.error({ alarm: 'a release fails and stays', feature, release, ...counts }, reason);
  }
}
