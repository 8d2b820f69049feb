import { z } from 'zod';
import { lockCauses } from '../../actions.ts';
import { operatorRoles } from '../../audiences/operator/endpoints.ts';
import type { ErrorCode } from '../../errors.ts';
import { featureNames } from '../../features.ts';
import { inquiryStatuses } from '../../inquiries.ts';
import { codePattern } from '../../patterns.ts';
import { email, language, opaqueId, pageLimit, password, suspensionCause, ticket, time, username } from '../fields.ts';
import { inquiryFacts, inquirySchemas, inquiryText } from '../inquiries.ts';
import { releaseSchemas } from '../releases.ts';
import { walletSchemas } from '../wallet.ts';
import { reason } from './fields.ts';
import { jobSchemas } from './jobs.ts';
import { rateSchemas } from './rates.ts';
import { ruleSchemas } from './rules.ts';
import { termsOperatorSchemas } from './terms.ts';
import { withdrawalOpsSchemas } from './withdrawals.ts';

const format: ErrorCode = 'field.format';

const operator = z.strictObject({ name: z.string(), roles: z.array(z.enum(operatorRoles)) });
const googleCode = z.string().regex(codePattern, { error: format });

const feature = z.enum(['shell', ...featureNames]);
const ofFeature = z.strictObject({ feature });
const release = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/, { error: format });
/** Hundredths of a percent of all members. */
const share = z.int().min(0).max(10_000).meta({ description: 'hundredths of a percent of all members' });

const releaseState = z.strictObject({
  stable: z.string().nullable(),
  candidate: z.strictObject({ release: z.string(), share }).nullable(),
  pinned: z.string().nullable(),
  floor: z.string().nullable(),
  off: z.boolean(),
});
const state = z.strictObject({ feature, ...releaseState.shape });
const facts = z.record(z.string(), z.unknown()).nullable();
const approval = z.strictObject({
  id: opaqueId,
  feature,
  release: z.string(),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: time,
  expiresAt: time,
});

const memberInquiry = z.strictObject({ ...inquirySchemas.getInquiry.response.shape, username: z.string() });
const ofInquiry = z.strictObject({ id: opaqueId });

const memberFacts = {
  username: z.string(),
  /** Not whole: `h***@example.com`. */
  email: z.string(),
  memberSince: time,
  language,
  suspended: z.boolean(),
  /** Stopped by its owner. */
  frozen: z.boolean(),
};
const factorReset = z.strictObject({
  id: opaqueId,
  username: z.string(),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: time,
  /** Until when a second person has to approve it. */
  expiresAt: time,
  approvedBy: z.string().nullable(),
  /** When it is carried out, once it is approved. */
  dueAt: time.nullable(),
});
const memberFile = z.strictObject({
  ...memberFacts,
  googleBoundAt: time.nullable(),
  lock: z.strictObject({ until: time, cause: z.enum(lockCauses) }).nullable(),
  /** Latest first. */
  suspensions: z.array(
    z.strictObject({
      cause: suspensionCause,
      reason: z.string(),
      suspendedBy: z.string(),
      suspendedAt: time,
      restoreReason: z.string().nullable(),
      restoredBy: z.string().nullable(),
      restoredAt: time.nullable(),
    }),
  ),
  factorReset: factorReset.nullable(),
  /** `null` for those whose work needs none. */
  balances: walletSchemas.getBalances.response.nullable(),
});
const ofMember = z.strictObject({ username });

const change = <Extra extends z.ZodRawShape>(summary: string, extra: Extra) => ({
  summary,
  params: ofFeature,
  body: z.strictObject({ ...extra, reason }),
  response: state,
});

/** Schemas of every endpoint of the operators, under the endpoint's name. */
export const operatorSchemas = {
  openEnrolment: {
    summary: 'Use an enrolment link: a password for the secret of an authenticator',
    body: z.strictObject({ token: ticket, password }),
    /** `qr`: the URI as a picture (SVG). */
    response: z.strictObject({ name: z.string(), otpauthUri: z.string(), qr: z.string() }),
  },
  confirmEnrolment: {
    summary: 'Prove the authenticator with a code, which ends the enrolment',
    body: z.strictObject({ token: ticket, code: googleCode }),
    response: z.strictObject({ name: z.string() }),
  },
  getSession: { summary: 'Who is logged in', response: z.strictObject({ operator: operator.nullable() }) },
  logIn: {
    summary: 'Log in',
    body: z.strictObject({ name: z.string().max(64), password, code: googleCode }),
    response: z.strictObject({ operator }),
  },
  logOut: { summary: 'Log out', response: z.strictObject({}) },
  ...releaseSchemas,
  listReleases: {
    summary: 'What is stored, live and rolled out, and for how many it failed',
    query: z.strictObject({ feature: feature.optional() }),
    response: z.strictObject({
      features: z.array(
        z.strictObject({
          ...state.shape,
          /** In the order in which they came, which floors go by. */
          stored: z.array(z.string()),
          /** How what is live now has loaded since it is: a member, or an operator, counts once. */
          loads: z.array(z.strictObject({ release: z.string(), members: z.int(), failed: z.int() })),
        }),
      ),
    }),
  },
  getReleaseHistory: {
    summary: 'What was done with a feature’s releases, by whom and why; latest first',
    params: ofFeature,
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
  activateRelease: {
    summary: 'Make a release live for everybody',
    params: ofFeature,
    body: z.strictObject({
      release,
      belowFloor: z
        .literal(true)
        .optional()
        .meta({ description: 'asks a second person to let a release below the floor go live' }),
      reason,
    }),
    response: z.union([state, z.strictObject({ approval })]),
  },
  rollOutRelease: change('Give a release to a share of all members', { release, share }),
  rollBackRelease: change('Go back a step, or to any kept release', { release: release.optional() }),
  switchFeatureOff: change('Switch a feature off; its place shows a notice', {}),
  switchFeatureOn: change('Switch a feature on again', {}),
  pinRelease: change('Let nothing go back past what is live by itself', {}),
  unpinRelease: change('End the pin', {}),
  raiseReleaseFloor: change('Let nothing older than a release go live again', { release }),
  listApprovals: {
    summary: 'Releases below the floor that wait for a second person',
    response: z.strictObject({ approvals: z.array(approval) }),
  },
  approveRelease: {
    summary: 'Say yes, as the second person, to a release below the floor',
    params: z.strictObject({ id: opaqueId }),
    body: z.strictObject({ reason }),
    response: state,
  },
  listMemberInquiries: {
    summary: 'What members ask, newest first',
    query: z.strictObject({
      status: z.enum(inquiryStatuses).optional(),
      before: opaqueId.optional(),
      limit: pageLimit.optional(),
    }),
    response: z.strictObject({
      inquiries: z.array(z.strictObject({ ...inquiryFacts, username: z.string(), lastAt: time })),
    }),
  },
  getMemberInquiry: { summary: 'One inquiry, with all that was written', params: ofInquiry, response: memberInquiry },
  answerInquiry: {
    summary: 'Answer an inquiry; the member is told by a notice',
    params: ofInquiry,
    body: z.strictObject({ text: inquiryText, reason }),
    response: memberInquiry,
  },
  closeMemberInquiry: {
    summary: 'Close an inquiry',
    params: ofInquiry,
    body: z.strictObject({ reason }),
    response: memberInquiry,
  },
  findMember: {
    summary: 'Who has exactly this username or e-mail address',
    query: z
      .strictObject({ username: username.optional(), email: email.optional() })
      .refine((query) => (query.username === undefined) !== (query.email === undefined), {
        path: ['username'],
        error: 'field.required' satisfies ErrorCode,
      }),
    response: z.strictObject({ members: z.array(z.strictObject(memberFacts)) }),
  },
  getMember: { summary: 'A member as the support sees them', params: ofMember, response: memberFile },
  suspendMember: {
    summary: 'Suspend a member, who is told the cause and not the reason',
    params: ofMember,
    body: z.strictObject({ cause: suspensionCause.meta({ description: 'what the member is told' }), reason }),
    response: memberFile,
  },
  restoreMember: {
    summary: 'End a member’s suspension',
    params: ofMember,
    body: z.strictObject({ reason }),
    response: memberFile,
  },
  requestFactorReset: {
    summary:
      'Ask for the reset of a lost second factor; another person has to approve it, then its owner has time to stop it',
    params: ofMember,
    body: z.strictObject({ reason }),
    response: factorReset,
  },
  listFactorResets: {
    summary: 'Resets of second factors that are under way',
    response: z.strictObject({ resets: z.array(factorReset) }),
  },
  approveFactorReset: {
    summary: 'Approve a reset, as the second person, which begins the wait',
    params: z.strictObject({ id: opaqueId }),
    body: z.strictObject({ reason }),
    response: factorReset,
  },
  withdrawFactorReset: {
    summary: 'Take a reset back',
    params: z.strictObject({ id: opaqueId }),
    body: z.strictObject({ reason }),
    response: z.strictObject({}),
  },
  ...jobSchemas,
  ...withdrawalOpsSchemas,
  ...rateSchemas,
  ...ruleSchemas,
  ...termsOperatorSchemas,
  listAudit: {
    summary: 'The audit log, latest first',
    query: z.strictObject({ after: opaqueId.optional(), limit: pageLimit.optional() }),
    response: z.strictObject({
      /** What stands before the last of these; `null` when there is nothing. */
      next: opaqueId.nullable(),
      events: z.array(
        z.strictObject({
          number: opaqueId,
          actor: z.string(),
          action: z.string(),
          subject: z.string(),
          reason: z.string(),
          before: facts,
          after: facts,
          requestId: z.string().nullable(),
          recordedAt: time,
        }),
      ),
    }),
  },
};
