import { z } from 'zod';
import type { ErrorCode } from '../../../errors/errorCatalogue.ts';
import { ruleSubjects } from '../../../governance/rules/operator/ruleSubjects.ts';
import { amount, correctionCause, day, money, opaqueId, pageLimit, time, username } from '../../../schemas/fields.ts';
import { approvalRequested, freshCode, reason } from '../../../schemas/operatorFields.ts';
import { packageLevels } from '../../packages/packageLevels.ts';
import { file } from '../../statements/schemas.ts';
import { causesOf, correctionDirections } from '../bonusCorrections.ts';
import { bonusHoldCause } from '../schemas.ts';

const choice: ErrorCode = 'field.choice';
const range: ErrorCode = 'field.range';
const required: ErrorCode = 'field.required';
const unknown: ErrorCode = 'field.unknown';
/** In UTC. */
const ofDay = z.strictObject({ day });

const hold = z.strictObject({
  id: opaqueId,
  /** One of the two: all days of a member, or all members of a day. */
  username: z.string().nullable(),
  day: day.nullable(),
  cause: bonusHoldCause,
  heldBy: z.string(),
  heldAt: time,
  reason: z.string(),
  /** `null`: it is open. */
  releasedBy: z.string().nullable(),
  releasedAt: time.nullable(),
  releaseReason: z.string().nullable(),
  /** Promised, and waiting now because of this hold; 0 once it is released. */
  waits: money,
});

const holdFilter = {
  /** Only those that are open, or only those that are not. */
  state: z.enum(['open', 'released']).optional(),
};

const run = z.strictObject({
  day,
  /** What the pool had as the day was closed, and what of it the day could pay. */
  pool: money,
  budget: money,
  /** What all were due, and what they are paid. */
  demand: money,
  paid: money,
  /** Paid out of demand, cut to four places; `null` where nothing was due. */
  factor: z.string().nullable(),
  /** Members to whom the day brought anything. */
  lines: z.int(),
  /** Promised and not paid out yet. */
  unpaid: z.strictObject({ lines: z.int(), amount: money }),
  /** The whole day, by a hold of its own. */
  held: z.boolean(),
  closedAt: time,
});

const cost = { demand: money, budget: money, paid: money, factor: z.string().nullable() };

const share = z.strictObject({
  day,
  /** What is not closed yet is worked out by the present rules, from what is known until now. */
  closed: z.boolean(),
  demand: money,
  /** What of it is due to members who share something. */
  linked: money,
  sharePercent: z.string(),
  /** At most 20, those with the most due first; a member may stand in several. */
  groups: z.array(
    z.strictObject({
      kind: z.enum(['device', 'network', 'payoutAddress', 'depositSender']),
      members: z.int(),
      /** At most ten, those who are due the most first. */
      usernames: z.array(z.string()),
      due: money,
    }),
  ),
});

const { directPercent, pairingPercent, budgetPercent, rpPercent, capDivisor, ownValuePercent } =
  ruleSubjects.bonusTerms.value.shape;

/** The team bonus as operators see it: its days, what is held of it, and where to look. */
export const bonusOperatorSchemas = {
  listBonusDays: {
    summary: 'Days of the team bonus that are closed, the latest first, with what each could pay and pays',
    query: z.strictObject({ before: day.optional(), limit: pageLimit.optional() }),
    response: z.strictObject({ days: z.array(run) }),
  },
  getBonusDay: {
    summary: 'A closed day of the team bonus: what it is made of, and its largest lines',
    params: ofDay,
    response: run.extend({
      /** Of all lines. */
      sums: z.strictObject({
        direct: money,
        pairing: money,
        /** Of pairing, above the cap of a day. */
        cut: money,
        /** Above the month's limit by own packages. */
        overLimit: money,
        /** Volume that was used up on both sides. */
        matched: money,
        /** Of what is paid, in RP. */
        rp: money,
      }),
      /** At most 20, by what they are due. */
      largest: z.array(
        z.strictObject({
          username: z.string(),
          due: money,
          paid: money,
          rp: money,
          matched: money,
          directPoints: money,
          arrived: z.boolean(),
          /** Why it waits; `null`: it does not. */
          held: bonusHoldCause.nullable(),
        }),
      ),
    }),
  },
  dryRunBonus: {
    summary: 'What a closed day would have cost by other rules; nothing is changed',
    params: ofDay,
    body: z.strictObject({
      ...z
        .strictObject({ directPercent, pairingPercent, budgetPercent, rpPercent, capDivisor, ownValuePercent })
        .partial().shape,
      /** A month's cap on pairing by level, in USD. */
      caps: z.partialRecord(z.enum(packageLevels), ruleSubjects.bonusCap.value.shape.month).optional(),
    }),
    response: z.strictObject({
      ...cost,
      /** Of what would be paid, in RP. */
      rp: money,
      /** As the day was. */
      was: z.strictObject({ ...cost, rp: money }),
    }),
  },
  getBonusLinks: {
    summary: 'How much of a day’s demand comes from members who share a device, a network or an address',
    response: z.strictObject({
      /** The last day that was closed, and the one that is next. */
      days: z.array(share),
    }),
  },
  listBonusHolds: {
    summary: 'What is or was held of the team bonus, the latest first',
    query: z.strictObject({
      ...holdFilter,
      after: opaqueId.optional(),
      limit: pageLimit.optional(),
    }),
    response: z.strictObject({ holds: z.array(hold), next: opaqueId.nullable() }),
  },
  exportBonusHolds: {
    summary:
      'What is or was held of the team bonus as CSV, with the same filter, the latest first; it stands in the audit log',
    query: z.strictObject(holdFilter),
    response: file,
  },
  holdBonus: {
    summary: 'Stop the payout of a member’s team bonus, or of a whole day; what is promised stays promised',
    body: z
      .strictObject({
        username: username.optional(),
        day: day.optional(),
        cause: bonusHoldCause,
        reason,
        code: freshCode,
      })
      .refine((body) => body.username !== undefined || body.day !== undefined, { path: ['username'], error: required })
      .refine((body) => body.username === undefined || body.day === undefined, { path: ['day'], error: unknown }),
    response: hold,
  },
  releaseBonusHold: {
    summary: 'Let go what somebody else has held; it is paid by the next run',
    params: z.strictObject({ id: opaqueId }),
    body: z.strictObject({ reason, code: freshCode }),
    response: hold,
  },
  askBonusCorrection: {
    summary: 'Ask for a bonus to be put right out of the pool, or back into it; a second person approves it',
    body: z
      .strictObject({
        username,
        /** in: to the member. out: back into the pool. */
        direction: z.enum(correctionDirections),
        amount: amount.refine((text) => /[1-9]/.test(text), { error: range }),
        cause: correctionCause.meta({ description: 'what the member is shown; some go one way alone' }),
        reason,
        code: freshCode,
      })
      .refine(({ direction, cause }) => causesOf(direction).includes(cause), { path: ['cause'], error: choice }),
    response: approvalRequested,
  },
};
