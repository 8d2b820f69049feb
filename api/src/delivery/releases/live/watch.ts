import type { Clock } from '../../../ground/clock.ts';
import type { Log } from '../../../ground/log.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { Releasable } from '../files/store.ts';
import { type ReleaseEvents, releasedStates } from './events.ts';
import { judgeWeighed, leastFailed } from './health.ts';
import type { Loads } from './loads.ts';
import type { Releases } from './releases.ts';
import { judgedUses, type Trial, trialsOf, usualOf } from './trials.ts';

const forgetEveryMs = 3_600_000;
/** Whether people finish what they begin is looked at as often: it takes them minutes. */
const finishEveryMs = 60_000;

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
  const finishedAt = new Map<string, number>();
  return {
    name: 'release watch',
    pauseMs: 5_000,
    async run() {
      for (const [feature, state] of releasedStates(await parts.events.states()))
        for (const trial of trialsOf(state, parts.clock.now())) {
          const failing =
            (await failingLoads(feature, trial, parts)) ?? (await failingUse(feature, trial, parts, finishedAt));
          if (failing) await rollBack(feature, trial.release, failing, parts, said);
        }
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

/** Why a release goes back, and by which figures. */
interface Failing {
  readonly reason: string;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** It does not load for too many. */
async function failingLoads(
  feature: Releasable,
  trial: Trial,
  { loads, clock }: WatchParts,
): Promise<Failing | undefined> {
  const { release, since } = trial;
  const counts = await loads.weighed(feature, release, since, clock.now());
  // Most have too little to say; then nothing more is read.
  if (!judgeWeighed(counts, undefined).failing) return undefined;
  const usual = await usualOf(loads, feature, trial);
  const { failing, atLeast, allowed } = judgeWeighed(counts, usual);
  if (!failing) return undefined;
  const failures = await loads.failures(feature, release, since, clock.now());
  return {
    reason: `fails for ${counts.failed} of ${counts.members} members`,
    evidence: { release, since: since.toISOString(), ...counts, failures, usual: usual ?? null, atLeast, allowed },
  };
}

/** It loads, and people do not manage with it what they came for. */
async function failingUse(
  feature: Releasable,
  { release, since, until, usual }: Trial,
  { loads, clock }: WatchParts,
  finishedAt: Map<string, number>,
): Promise<Failing | undefined> {
  const now = clock.now();
  const key = `${feature} ${release}`;
  // Where nobody pressed in vain, there is only the question whether those finish to whom it is rolled out.
  const mayBeUnfinished = until === undefined && now.getTime() - (finishedAt.get(key) ?? 0) >= finishEveryMs;
  if (!mayBeUnfinished && !(await loads.uses.hasDead(feature, release, since, leastFailed))) return undefined;
  finishedAt.set(key, now.getTime());
  const [worst] = await judgedUses(loads, feature, { release, from: since, to: now }, usual);
  if (worst?.why === undefined) return undefined;
  const { use, why } = worst;
  const { screen, begun, dead, finished } = use;
  return {
    reason:
      why === 'dead'
        ? `nothing comes of what ${dead} of ${begun} members press on ${screen}`
        : `only ${finished.done} of ${finished.members} members finish on ${screen}`,
    evidence: { release, since: since.toISOString(), ...use, usual: worst.usual ?? null },
  };
}

/** @param said releases that fail and stay, of which the log was shown */
async function rollBack(
  feature: Releasable,
  release: string,
  { reason, evidence }: Failing,
  { releases, log }: WatchParts,
  said: Set<string>,
): Promise<void> {
  const target = await releases.rollBackFailing(feature, release, reason, evidence);
  if (target !== undefined) log.warn({ feature, target, ...evidence }, 'a failing release was rolled back');
  else if (!said.has(`${feature} ${release}`)) {
    // A security fix, a pin, a floor, or nothing to go back to: now it is for somebody to decide.
    said.add(`${feature} ${release}`);
    log.error({ alarm: 'a release fails and stays', feature, ...evidence }, reason);
  }
}
