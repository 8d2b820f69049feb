import { z } from 'zod';
import { approvalActions, approvalDomains } from '../../../audiences/operator/endpoints.ts';
import { pools } from '../../../products/pools/pools.ts';
import { file } from '../../../products/statements/schemas.ts';
import { money, opaqueId, pageLimit, time } from '../../../schemas/fields.ts';
import { facts, freshCode, reason } from '../../../schemas/operatorFields.ts';

const work = z.strictObject({
  /** approvals: of any other kind that takes a second person. */
  kind: z.enum(['review', 'pay', 'faults', 'inquiries', 'approvals']),
  count: z.int(),
  /** The earliest moment by which one of them has to be decided; of inquiries and faults, since when the longest waits. */
  at: time.nullable(),
});
/** One that the caller can decide on, without a word of whose it is. */
const nextWork = z.strictObject({
  kind: z.enum(['review', 'pay', 'approvals']),
  id: z.string(),
  at: time,
  /** Of a withdrawal. */
  amount: money.nullable(),
  /** Of an approval: what was asked for. */
  action: z.enum(approvalActions).nullable(),
});
const request = {
  id: opaqueId,
  action: z.enum(approvalActions),
  /** Which one of its kind it is about. */
  subject: z.string(),
  requestedBy: z.string(),
  requestedAt: time,
  reason: z.string(),
  expiresAt: time.nullable(),
};
const waiting = z.strictObject({
  ...request,
  /** Whether the caller may approve it. */
  yours: z.boolean(),
  /** What holds now, and what would. */
  before: facts,
  after: facts,
});

const past = z.strictObject({
  ...request,
  /** What was asked for. */
  facts: z.record(z.string(), z.unknown()),
  /** replaced: by one that was asked for later, or what it was for has ended. */
  state: z.enum(['waiting', 'approved', 'refused', 'replaced', 'lapsed']),
  /** Who approved it, or refused it. */
  decidedBy: z.string().nullable(),
  decidedAt: time.nullable(),
  decidedReason: z.string().nullable(),
});
const filter = {
  action: z.enum(approvalActions).optional(),
  pool: z.enum(pools).optional().meta({ description: 'only fundings of this pool' }),
};

/** What waits for somebody, of every kind. */
export const approvalOperatorSchemas = {
  getOverview: {
    summary: 'What waits for the caller, by deadline, and whether the platform is sound',
    response: z.strictObject({
      work: z.array(work),
      /** The first of them by deadline. */
      next: z.array(nextWork),
      /** The last check of the books, and the names of what was wrong. */
      books: z.strictObject({ at: time, green: z.boolean(), broken: z.array(z.string()) }).nullable(),
      /** When the last backup was begun that was restored alongside and found whole; old: more than a day and two hours ago. */
      backup: z.strictObject({ at: time, old: z.boolean() }).nullable(),
      frozen: z.boolean(),
      /** Chains that are read no further, so that nothing of theirs is credited. */
      halted: z.array(z.string()),
      /** Of those who look after the books, and of nobody else: held out of owed in hundredths of a percent. */
      cover: z
        .strictObject({
          coverage: z.int().nullable(),
          state: z.enum(['covered', 'low', 'short']),
        })
        .nullable(),
      /** The pool that lasts the shortest, and for so many days; `null`: nothing was promised of any, or not theirs to see. */
      shortestPool: z.strictObject({ pool: z.enum(pools), days: z.int() }).nullable(),
      /** Rates that one person alone changed within a day; `null`: not theirs to see. */
      ratesAlone: z.int().nullable(),
      /**
       * Features that are rolled out or off, those of which a release went back by itself within a day, and those of which one was
       * refused a call within a week that it does not declare.
       */
      releases: z.strictObject({
        rollingOut: z.array(z.string()),
        off: z.array(z.string()),
        wentBack: z.array(z.string()),
        refused: z.array(z.string()),
      }),
    }),
  },
  listWaiting: {
    summary: 'Everything that waits for a second person and concerns the caller, latest first, with what would change',
    query: z.strictObject({
      domain: z
        .enum(approvalDomains)
        .optional()
        .meta({ description: 'only what is about this: an action up to its dot' }),
      after: opaqueId.optional(),
      limit: pageLimit.optional(),
    }),
    response: z.strictObject({ waiting: z.array(waiting), next: opaqueId.nullable() }),
  },
  listApprovals: {
    summary:
      'Everything that was ever asked for and concerns the caller, latest first, and what came of it: fundings, corrections and returned fees for who looks after the books, the rest for who approves it or reads the audit log',
    query: z.strictObject({ ...filter, after: opaqueId.optional(), limit: pageLimit.optional() }),
    response: z.strictObject({ approvals: z.array(past), next: opaqueId.nullable() }),
  },
  exportApprovals: {
    summary: 'The same as CSV; it stands in the audit log',
    query: z.strictObject(filter),
    response: file,
  },
  approve: {
    summary: 'Approve, as another person, what somebody has asked for; with the last approval that it needs it is done',
    params: z.strictObject({ id: opaqueId }),
    body: z.strictObject({
      reason,
      code: freshCode,
      verification: opaqueId
        .optional()
        .meta({ description: 'of a false alarm: the verification whose findings were shown' }),
    }),
    response: z.strictObject({
      /** Of the enrolment link of a new operator: shown to who approves, and to nobody again. */
      token: z.string().nullable(),
    }),
  },
  refuseApproval: {
    summary: 'Refuse what waits for a second person, with a fresh code, or take back what one has asked for',
    params: z.strictObject({ id: opaqueId }),
    body: z.strictObject({ reason, code: freshCode }),
    response: z.strictObject({}),
  },
};
