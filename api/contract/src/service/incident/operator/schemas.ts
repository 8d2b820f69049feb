import { z } from 'zod';
import { opaqueId, time } from '../../../schemas/fields.ts';
import { freshCode, operatorSession, reason } from '../../../schemas/operatorFields.ts';
import { incidentActions } from './incident.ts';

const freeze = z.strictObject({
  id: opaqueId,
  since: time,
  /** `null`: a red verification froze them. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
  /** Where the operator who froze them is logged in: whoever has got hold of one of their sessions is ended with it. */
  sessions: z.array(z.strictObject(operatorSession)),
  /** Whether the books were checked since, and are green: only then it can end. */
  green: z.boolean(),
  /** What the last verification found, where it is red: each invariant with its first rows as JSON. */
  found: z
    .strictObject({
      verification: opaqueId,
      findings: z.array(z.strictObject({ name: z.string(), count: z.int(), rows: z.array(z.string()) })),
    })
    .nullable(),
  /** Who asked for its end, and waits for a second person. */
  waiting: z
    .strictObject({
      id: opaqueId,
      requestedBy: z.string(),
      reason: z.string(),
      requestedAt: time,
      expiresAt: time,
      /** They call what was found a false alarm; approved by two, it waits for the owner of the database. */
      falseAlarm: z.boolean(),
      approved: z.boolean(),
    })
    .nullable(),
});
/** The verification whose findings were shown and are called a false alarm. Without it: the books are green. */
const verification = opaqueId.optional();
const state = z.strictObject({ freeze: freeze.nullable() });

/** Payouts are stopped by one person, and go on by two. */
export const incidentOperatorSchemas = {
  getIncidentLog: {
    summary: 'What was stopped, resumed or shown to members since payouts were frozen, or within the last day',
    response: z.strictObject({
      /** From when on; the earlier of the two. */
      from: time,
      /** The latest first, at most so many as an incident has. */
      steps: z.array(
        z.strictObject({
          /** Of its row in the audit log. */
          number: opaqueId,
          at: time,
          by: z.string(),
          action: z.enum(incidentActions),
          subject: z.string(),
          reason: z.string(),
        }),
      ),
    }),
  },
  getPayoutFreeze: { summary: 'Whether payouts are frozen, by whom and why, and who wants to end it', response: state },
  freezePayouts: {
    summary:
      'Freeze payouts: nothing is approved and nothing leaves until two people end it; within a day after they did, with a fresh code',
    body: z.strictObject({ reason, code: freshCode }),
    response: state,
  },
  askUnfreeze: {
    summary: 'Ask for the end of the freeze, or call what was found a false alarm; a second person approves it',
    body: z.strictObject({ reason, code: freshCode, verification }),
    response: state,
  },
};
