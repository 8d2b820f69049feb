import { audienceOf, type StackFrame } from '@trellis/api-contract';
import { effectOf } from '@trellis/api-contract/operator';
import { presentAsked } from '../../../governance/approvals/approvals.ts';
import { actorOf } from '../../../governance/audit/actor.ts';
import { AppError } from '../../../ground/errors.ts';
import type { MemberRepository } from '../../../identity/members/memberRepository.ts';
import type { Database } from '../../../platform/db/database.ts';
import { endpoint, type OperatorEndpoints } from '../../../platform/http/endpoint.ts';
import { ReleaseRefusal, refusedByCode } from '../files/releaseRefusal.ts';
import type { SourceMaps } from '../files/sourceMaps.ts';
import { type Releasable, releasables, type Switchable } from '../files/store.ts';
import type { ReleaseApprovals } from './approvals.ts';
import { type BrowserErrors, topFrame } from './browserErrors.ts';
import type { ReleaseEvents } from './events.ts';
import type { UseCounts } from './health.ts';
import type { FeatureHealth, HealthReader, ReleaseHealth } from './healthReader.ts';
import { historyExportEndpoint } from './historyExport.ts';
import type { RefusedCalls } from './refusedCalls.ts';
import type { Releases } from './releases.ts';
import { emptyState, type FeatureState, factsOf, goesOn, stepBack } from './state.ts';

/** Starts a release that is not live yet. @throws ExplainedError with what it said, if it does not */
export type TryOut = (feature: Releasable, release: string) => Promise<void>;

export interface ReleaseOpsParts {
  readonly database: Database;
  /** Whose usernames operators give and read; events have ids. */
  readonly members: MemberRepository;
  readonly events: ReleaseEvents;
  readonly releases: Releases;
  readonly health: HealthReader;
  readonly refusedCalls: Pick<RefusedCalls, 'list'>;
  readonly errors: Pick<BrowserErrors, 'list'>;
  readonly sourceMaps: Pick<SourceMaps, 'locate'>;
  readonly approvals: ReleaseApprovals;
  /** Comes before a release goes live for anybody; absent where there is nothing to start it in. */
  readonly tryOut?: TryOut;
}

/** What operators see of releases, and do with them. */
export const releaseOperatorEndpoints = (parts: ReleaseOpsParts): OperatorEndpoints => [
  ...readEndpoints(parts),
  ...liveEndpoints(parts),
  ...switchEndpoints(parts),
  ...boundEndpoints(parts),
];

/** What is live, how it does, and what was done. */
function readEndpoints({
  database,
  members,
  events,
  releases,
  health,
  refusedCalls,
  errors,
  sourceMaps,
}: ReleaseOpsParts): OperatorEndpoints {
  const entryOf = async (feature: Releasable) => {
    const state = await stateOf(events, feature);
    const [{ releases: judged }, stored, refused] = await Promise.all([
      health.read(feature, state),
      releases.stored(feature),
      refusedCalls.list(feature),
    ]);
    return {
      feature,
      ...(await presentState(members, state)),
      stored: inOrder(state, stored.releases),
      ...(stored.isLate && { storedLate: true as const }),
      back: stepBack(state) ?? null,
      tried: [...state.tried],
      securityFixes: [...state.securityFixes],
      loads: judged
        .filter(({ place }) => place !== 'before')
        .map(({ release, counts: { members, failed }, verdict: { word } }) => ({
          release,
          members,
          failed,
          verdict: word,
        })),
      refusedCalls: refused.map((each) => ({ ...each, effect: effectOf(feature, each.call) ?? null })),
    };
  };
  return [
    historyExportEndpoint(database, events),
    endpoint('operator', 'listReleases', {
      async handle({ feature: only }) {
        const features = await Promise.all(
          releasables.filter((feature) => feature === (only ?? feature)).map((feature) => entryOf(feature)),
        );
        const { off } = factsOf(await stateOf(events, 'worker'));
        return { body: { worker: { off }, features } };
      },
    }),
    endpoint('operator', 'getReleaseHealth', {
      async handle({ feature }) {
        const state = await stateOf(events, feature);
        return { body: presentHealth(await health.read(feature, state), state) };
      },
    }),
    endpoint('operator', 'listReleaseErrors', {
      async handle({ feature, release }) {
        const presentFrame = async ({ file, line, column }: StackFrame) => ({
          ...{ file, line, column },
          source: (await sourceMaps.locate({ file, line, column })) ?? null,
        });
        const listed = await errors.list(feature, release);
        return {
          body: {
            errors: await Promise.all(
              listed.map(async ({ frames, ...error }) => {
                const top = topFrame(feature, release, frames);
                return {
                  ...error,
                  top: top ? await presentFrame(top) : null,
                  frames: await Promise.all(frames.map(presentFrame)),
                };
              }),
            ),
          },
        };
      },
    }),
    endpoint('operator', 'compareReleaseCalls', {
      async handle({ feature, release }) {
        return { body: await refusedByCode(() => releases.callChanges(feature, release)) };
      },
    }),
    endpoint('operator', 'getReleaseHistory', {
      async handle({ feature, limit }) {
        const recorded = await events.history(feature, limit ?? 50);
        return {
          body: {
            events: recorded.map(({ id, action, release, share, actor, reason, evidence, recordedAt }) => ({
              id,
              action,
              release,
              share,
              actor,
              reason,
              recordedAt,
              evidence: evidence && { ...evidence },
            })),
          },
        };
      },
    }),
  ];
}

/** Which release members get. */
function liveEndpoints(parts: ReleaseOpsParts): OperatorEndpoints {
  const { releases, approvals, tryOut } = parts;
  /** What does not fit is said with the line to change; a browser would only say that it does not start. */
  const tryFirst = async (feature: Releasable, release: string) => {
    if (!tryOut) return;
    await releases.check(feature, release);
    await tryOut(feature, release);
  };
  return [
    endpoint('operator', 'activateRelease', {
      transaction: 'own',
      async handle({ feature, release, reason, belowFloor, instead, securityFix }, caller) {
        if (belowFloor) {
          // Both who ask and who approve are operators: the database holds them to be two.
          if (!caller.operator) throw new AppError('auth.forbidden');
          const by = { ...actorOf(caller), reason };
          const approval = await refusedByCode(() => approvals.request(feature, release, by));
          return { status: 202, body: { approval: presentAsked(approval) } };
        }
        await refusedByCode(async () => {
          const options = { instead, securityFix };
          await releases.checkActivate(feature, release, options);
          await tryFirst(feature, release);
          await releases.activate(feature, release, { ...actorOf(caller), reason }, options);
        });
        return changed(parts, feature);
      },
    }),
    endpoint('operator', 'rollOutRelease', {
      transaction: 'own',
      async handle({ feature, release, share, from, instead, reason, securityFix }, caller) {
        await refusedByCode(async () => {
          const options = { from, instead, securityFix };
          await releases.checkRollOut(feature, release, share, options);
          if (share > 0) await tryFirst(feature, release);
          await releases.rollOut(feature, release, share, { ...actorOf(caller), reason }, options);
        });
        return changed(parts, feature);
      },
    }),
    endpoint('operator', 'giveReleaseToMembers', {
      transaction: 'own',
      async handle({ feature, release, members: names, from, instead, reason }, caller) {
        await refusedByCode(async () => {
          // The shell is of both hosts; members are those of one.
          if (feature !== 'shell' && audienceOf(feature) !== 'member')
            throw new ReleaseRefusal('release.not_for_members', { feature });
          const ids = await idsOf(parts.members, names);
          const options = { instead, ...(from && { from: await idsOf(parts.members, from) }) };
          await releases.checkGiveToMembers(feature, release, ids, options);
          if (ids.length > 0) await tryFirst(feature, release);
          await releases.giveToMembers(feature, release, ids, { ...actorOf(caller), reason }, options);
        });
        return changed(parts, feature);
      },
    }),
    endpoint('operator', 'rollBackRelease', {
      transaction: 'own',
      async needsCode({ feature, release }) {
        const state = await stateOf(parts.events, feature);
        const target = release ?? stepBack(state);
        return target !== undefined && goesOn(state, target);
      },
      async handle({ feature, release, reason }, caller) {
        await refusedByCode(() => releases.rollBack(feature, release, { ...actorOf(caller), reason }));
        return changed(parts, feature);
      },
    }),
  ];
}

/** Whether there is a feature at all. */
function switchEndpoints(parts: ReleaseOpsParts): OperatorEndpoints {
  const { events, releases, approvals } = parts;
  return [
    endpoint('operator', 'switchFeatureOff', {
      transaction: 'own',
      needsCode: async ({ feature }) => feature === 'operator' || events.wasSwitchedOn(feature),
      async handle({ feature, reason }, caller) {
        if (feature === 'operator' && caller.operator?.roles.includes('releases') === false)
          throw new AppError('auth.forbidden');
        await refusedByCode(() => releases.switchOff(feature, { ...actorOf(caller), reason }));
        return changed(parts, feature);
      },
    }),
    endpoint('operator', 'switchFeatureOn', {
      transaction: 'own',
      async handle({ feature, reason }, caller) {
        if (caller.operator) {
          // To stop takes one, to go on two; a command is the way where there is no second.
          const by = { ...actorOf(caller), reason };
          const approval = await refusedByCode(() => approvals.requestOn(feature, by));
          return { status: 202, body: { approval: presentAsked(approval) } };
        }
        await refusedByCode(() => releases.switchOn(feature, { ...actorOf(caller), reason }));
        return changed(parts, feature);
      },
    }),
  ];
}

/** What keeps a feature at its release, or from earlier ones. */
function boundEndpoints(parts: ReleaseOpsParts): OperatorEndpoints {
  const { releases, approvals } = parts;
  return [
    endpoint('operator', 'pinRelease', {
      transaction: 'own',
      async handle({ feature, reason }, caller) {
        await refusedByCode(() => releases.pin(feature, { ...actorOf(caller), reason }));
        return changed(parts, feature);
      },
    }),
    endpoint('operator', 'unpinRelease', {
      transaction: 'own',
      async handle({ feature, reason }, caller) {
        await refusedByCode(() => releases.unpin(feature, { ...actorOf(caller), reason }));
        return changed(parts, feature);
      },
    }),
    endpoint('operator', 'raiseReleaseFloor', {
      transaction: 'own',
      async handle({ feature, release, lower, reason }, caller) {
        if (lower) {
          if (!caller.operator) throw new AppError('auth.forbidden');
          const by = { ...actorOf(caller), reason };
          const approval = await refusedByCode(() => approvals.requestLowerFloor(feature, release, by));
          return { status: 202, body: { approval: presentAsked(approval) } };
        }
        await refusedByCode(() => releases.raiseFloor(feature, release, { ...actorOf(caller), reason }));
        return changed(parts, feature);
      },
    }),
  ];
}

const stateOf = async (events: ReleaseEvents, feature: Switchable) =>
  (await events.states()).get(feature) ?? emptyState;

/** How a feature stands after a change. */
const changed = async <F extends Switchable>({ events, members }: ReleaseOpsParts, feature: F) => ({
  body: { feature, ...(await presentState(members, await stateOf(events, feature))) },
});

/** As `factsOf`, with the usernames of those who are named. */
async function presentState(members: MemberRepository, state: FeatureState) {
  const { candidate, ...facts } = factsOf(state);
  if (!candidate) return { ...facts, candidate };
  const { members: ids, ...shared } = candidate;
  if (!ids) return { ...facts, candidate: shared };
  const names = await members.usernamesOf(ids);
  return { ...facts, candidate: { ...shared, members: ids.flatMap((id) => names.get(id) ?? []).toSorted() } };
}

/** @throws ReleaseRefusal that names whoever there is not */
async function idsOf(members: MemberRepository, names: readonly string[]): Promise<string[]> {
  const known = await Promise.all(names.map((name) => members.findByUsername(name)));
  const unknown = names.filter((_, index) => known[index] === undefined);
  if (unknown.length > 0) throw new ReleaseRefusal('release.unknown_members', { names: unknown.join(', ') });
  return [...new Set(known.flatMap((member) => member?.id ?? []))];
}

/** As they came; what only other processes know comes last. */
const inOrder = ({ published }: FeatureState, stored: readonly string[]): string[] => [
  ...published.filter((release) => stored.includes(release)),
  ...stored.filter((release) => !published.includes(release)),
];

const presentHealth = ({ at, people, releases }: FeatureHealth, { securityFixes }: FeatureState) => ({
  at,
  people,
  releases: releases.map((each) => ({ ...presentRelease(each), securityFix: securityFixes.has(each.release) })),
});

const presentRelease = ({
  release,
  place,
  from,
  to,
  counts,
  verdict,
  failures,
  thrown,
  uses,
  firstPaint,
  trial,
}: ReleaseHealth) => ({
  release,
  place,
  from,
  to,
  members: counts.members,
  failed: counts.failed,
  outsiders: counts.outsiders,
  strangers: counts.outsiders,
  atLeast: verdict.atLeast,
  atMost: verdict.atMost,
  allowed: verdict.allowed,
  verdict: verdict.word,
  failures: Object.entries(failures).map(([kind, members]) => ({ kind, members })),
  thrown: { ...thrown, places: thrown.places.map((each) => ({ ...each })) },
  uses: uses.map(({ use, usual, word }) => ({
    screen: use.screen,
    ...countsOf(use),
    verdict: word,
    usual: usual ? countsOf(usual) : null,
  })),
  firstPaint: { ...firstPaint },
  trial: trial ? { until: trial.until ?? null, backTo: trial.backTo ?? null } : null,
});

const countsOf = ({ begun, done, dead }: UseCounts) => ({ begun, done, dead });
