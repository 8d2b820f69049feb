import { z } from 'zod';
import { callEffects } from '../../../audiences/callEffects.ts';
import type { ErrorCode } from '../../../errors/errorCatalogue.ts';
import { featureNames } from '../../../features.ts';
import { file } from '../../../products/statements/schemas.ts';
import { opaqueId, pageLimit, time, username } from '../../../schemas/fields.ts';
import { approvalRequested, facts, freshCode, reason } from '../../../schemas/operatorFields.ts';

const feature = z.enum(['shell', ...featureNames]);
const ofFeature = z.strictObject({ feature });
/** What can be switched off: also the worker of members’ browsers, which comes with the server and has no releases. */
const switchable = z.enum([...feature.options, 'worker']);
const ofSwitchable = z.strictObject({ feature: switchable });
const release = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/, { error: 'field.format' satisfies ErrorCode });
/** Hundredths of a percent of all members. */
const share = z.int().min(0).max(10_000).meta({ description: 'hundredths of a percent of all members' });

const securityFix = z
  .literal(true)
  .optional()
  .meta({ description: 'it closes a hole: nothing takes it away by itself' });

const instead = release.optional().meta({
  description: 'the release whose roll-out this one takes the place of: without it, one that is under way stays',
});

const releaseState = z.strictObject({
  stable: z.string().nullable(),
  candidate: z
    .strictObject({
      release: z.string(),
      share,
      members: z.array(z.string()).optional().meta({ description: 'who has it whatever the share' }),
    })
    .nullable(),
  pinned: z.string().nullable(),
  floor: z.string().nullable(),
  off: z.boolean(),
});
const state = z.strictObject({ feature, ...releaseState.shape });
const switched = z.strictObject({ feature: switchable, ...releaseState.shape });
const change = <Extra extends z.ZodRawShape>(summary: string, extra: Extra) => ({
  summary,
  params: ofFeature,
  body: z.strictObject({ ...extra, reason }),
  response: state,
});
const withCode = { code: freshCode };

/** By which a release goes back by itself, or not: too few have it to say anything, it is well, or it fails for too many. */
const verdict = z.enum(['tooFew', 'well', 'failing']);
/** Of members, from 0 to 1. */
const part = z.number().min(0).max(1);

/**
 * How soon a release is on the page: of everybody's first load of it in the last 30 days, from the beginning of the load to
 * the first frame with its first screen. Each figure is the upper bound of a step; `null`: too few loads to say.
 */
const firstPaint = z.strictObject({ loads: z.int(), p50: z.int().nullable(), p95: z.int().nullable() });

/** Of those who did something on a screen: who got something done there, and for whom nothing came of a press. */
const useCounts = { begun: z.int(), done: z.int(), dead: z.int() };

/** A place in a built file; `null`: there is no source map of it, or it says nothing of that place. */
const frame = z.strictObject({
  file: z.string(),
  line: z.int(),
  column: z.int(),
  source: z
    .strictObject({ file: z.string(), line: z.int(), column: z.int(), functionName: z.string().nullable() })
    .nullable(),
});

const callNames = z.array(z.strictObject({ name: z.string(), effect: z.enum(callEffects).nullable() }));

/** What operators do with releases. */
export const releaseOperatorSchemas = {
  listReleases: {
    summary: 'What is stored, live and rolled out, and for how many it failed',
    query: z.strictObject({ feature: feature.optional() }),
    response: z.strictObject({
      /** The worker of members’ browsers has no releases: it is there or off. */
      worker: z.strictObject({ off: z.boolean() }),
      features: z.array(
        z.strictObject({
          ...state.shape,
          /** In the order in which they came, which floors go by. */
          stored: z.array(z.string()),
          /** The bucket does not answer, or not yet: what is there alone may be missing. */
          storedLate: z.literal(true).optional(),
          /** Where one step back leads: whoever names it goes no further when somebody else was quicker. */
          back: z.string().nullable(),
          /** What was live for anybody, and may be gone back to. */
          tried: z.array(z.string()),
          /** Marked so when they went live: nothing takes them away by itself. */
          securityFixes: z.array(z.string()),
          /** Of what is live now, as `getReleaseHealth` has it: a member, or an operator, counts once. */
          loads: z.array(z.strictObject({ release: z.string(), members: z.int(), failed: z.int(), verdict })),
          /** What releases called that they do not declare: refused so often, between the two; the latest first, for 400 days. */
          refusedCalls: z.array(
            z.strictObject({
              release: z.string(),
              call: z.string(),
              effect: z.enum(callEffects).nullable(),
              refusals: z.int(),
              firstAt: time,
              lastAt: time,
            }),
          ),
        }),
      ),
    }),
  },
  getReleaseHealth: {
    summary: 'For how many each release of a feature fails, side by side, as the automatic roll-back judges it',
    params: ofFeature,
    response: z.strictObject({
      at: time,
      /** Who opened the feature within a day, or the console: those to whom a share of a roll-out would go. */
      people: z.int(),
      releases: z.array(
        z.strictObject({
          release: z.string(),
          /** before: what was live until the present one. */
          place: z.enum(['candidate', 'live', 'before']),
          from: time,
          to: time,
          /** Each counts once, and failed if any of their loads did. Of known accounts and browsers alone. */
          members: z.int(),
          failed: z.int(),
          /** For how many others it failed, who do not count: their account or their browser is too new. */
          outsiders: z.int(),
          /** What consoles of the version before read as `outsiders`; to be taken out with the next version. */
          strangers: z.int(),
          /** With near certainty it fails for at least and at most this part. */
          atLeast: part,
          atMost: part,
          /** It fails when `atLeast` is above this. */
          allowed: part,
          verdict,
          failures: z.array(z.strictObject({ kind: z.string(), members: z.int() })),
          /**
           * What threw while it was used: for how many of those members. Nothing goes back by it. `places` are what consoles of the
           * version before read, by the error's name alone; to be taken out with the next version.
           */
          thrown: z.strictObject({
            members: z.int(),
            verdict,
            places: z.array(
              z.strictObject({ place: z.string(), screen: z.string(), message: z.string(), members: z.int() }),
            ),
          }),
          /** What people manage to do with it, the worst screens first; `usual` of the release that it is compared with. */
          uses: z.array(
            z.strictObject({ screen: z.string(), ...useCounts, verdict, usual: z.strictObject(useCounts).nullable() }),
          ),
          securityFix: z.boolean(),
          firstPaint,
          /** Set while it goes back by itself if it fails; `until` is `null` as long as it is rolled out. */
          trial: z.strictObject({ until: time.nullable(), backTo: z.string().nullable() }).nullable(),
        }),
      ),
    }),
  },
  listReleaseErrors: {
    summary: 'What threw or did not come in browsers that had a release, first what most people met; for 30 days',
    params: ofFeature,
    query: z.strictObject({ release }),
    response: z.strictObject({
      errors: z.array(
        z.strictObject({
          id: opaqueId,
          /** A path among the routes; empty before there was a screen. */
          screen: z.string(),
          name: z.string(),
          /** Of the message, which is not kept. */
          digest: z.string(),
          /** How many met it; nothing goes back by it. */
          members: z.int(),
          firstAt: time,
          lastAt: time,
          /** Which of the frames is to blame: the release's own that is nearest to the throw; `null` without frames. */
          top: frame.nullable(),
          frames: z.array(frame),
        }),
      ),
    }),
  },
  compareReleaseCalls: {
    summary: 'Which calls a release may make that what is live may not, and the other way round',
    params: ofFeature,
    query: z.strictObject({ release }),
    response: z.strictObject({
      release: z.string(),
      /** How many it declares; `null`: none were asked for when it was built, and it may make every call. */
      declared: z.int().nullable(),
      /** What everybody has; `null`: nothing, and all that it declares is new. */
      live: z.strictObject({ release: z.string(), declared: z.int().nullable() }).nullable(),
      /** Those that move money come first, then those that change access; `[]` where one of the two may make every call. */
      added: callNames,
      removed: callNames,
    }),
  },
  getReleaseHistory: {
    summary: 'What was done with a feature’s releases, by whom and why; latest first',
    params: ofSwitchable,
    query: z.strictObject({ limit: pageLimit.optional() }),
    response: z.strictObject({
      events: z.array(
        z.strictObject({
          id: opaqueId,
          action: z.string(),
          release: z.string().nullable(),
          share: share.nullable(),
          actor: z.string(),
          reason: z.string(),
          evidence: facts,
          recordedAt: time,
        }),
      ),
    }),
  },
  exportReleaseHistory: {
    summary: 'All that was done with a feature’s releases as CSV, latest first; it stands in the audit log',
    params: ofSwitchable,
    response: file,
  },
  activateRelease: {
    summary: 'Make a release live for everybody',
    params: ofFeature,
    body: z.strictObject({
      release,
      belowFloor: z
        .literal(true)
        .optional()
        .meta({ description: 'asks a second person to let a release below the floor go live' }),
      instead,
      securityFix,
      reason,
      code: freshCode,
    }),
    response: z.union([state, z.strictObject({ approval: approvalRequested })]),
  },
  rollOutRelease: change('Give a release to a share of all members', {
    release,
    share,
    from: share
      .optional()
      .meta({ description: 'the share it has as far as the caller knows: of another it is refused' }),
    instead,
    securityFix,
    ...withCode,
  }),
  giveReleaseToMembers: change('Give a release to named members, before its roll-out or alongside it', {
    release,
    members: z.array(username).max(50).meta({
      description: 'all who have it whatever the share; who is not among them any more has it by the share alone',
    }),
    from: z
      .array(username)
      .max(50)
      .optional()
      .meta({ description: 'who has it so as far as the caller knows: of others it is refused' }),
    instead,
    ...withCode,
  }),
  rollBackRelease: change('Go back a step, or to any release that was live', {
    release: release.optional(),
    ...withCode,
  }),
  switchFeatureOff: {
    summary:
      'Switch a feature off; its place shows a notice. The worker, switched off, leaves each browser at its next page',
    params: ofSwitchable,
    body: z.strictObject({ ...withCode, reason }),
    response: switched,
  },
  switchFeatureOn: {
    summary: 'Ask for a feature to be switched on again, which a second person approves; a command does it at once',
    params: ofSwitchable,
    body: z.strictObject({ reason, code: freshCode }),
    response: z.union([switched, z.strictObject({ approval: approvalRequested })]),
  },
  pinRelease: change('Let nothing go back past what is live by itself', withCode),
  unpinRelease: change('End the pin', withCode),
  raiseReleaseFloor: {
    summary: 'Let nothing older than a release go live again',
    params: ofFeature,
    body: z.strictObject({
      release,
      lower: z
        .literal(true)
        .optional()
        .meta({ description: 'asks a second person to lower the floor to an older release' }),
      reason,
      ...withCode,
    }),
    response: z.union([state, z.strictObject({ approval: approvalRequested })]),
  },
};
