import { z } from 'zod';
import { file } from '../../../products/statements/schemas.ts';
import { opaqueId, pageLimit, time, username } from '../../../schemas/fields.ts';
import { exportCount, facts } from '../../../schemas/operatorFields.ts';

const search = {
  actor: z.string().max(100).optional().meta({ description: 'exactly, as operator:ann' }),
  action: z
    .string()
    .regex(/^[a-z][a-z_.]{0,79}$/, { error: 'field.format' })
    .optional()
    .meta({ description: 'with this beginning, as withdrawal.' }),
  subject: z.string().max(200).optional().meta({ description: 'exactly' }),
  requestId: z.string().max(64).optional(),
  without: z
    .enum(['looks', 'nothing'])
    .optional()
    .meta({ description: 'looks: only what changed something; else all of it' }),
};

/** What was done, by whom: the audit log and the events of security. */
export const auditOperatorSchemas = {
  listAudit: {
    summary: 'The audit log, latest first',
    query: z.strictObject({
      ...search,
      after: opaqueId.optional(),
      limit: pageLimit.optional(),
    }),
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
  countAudit: {
    summary: 'How many rows of the audit log fit, as far as one file holds them',
    query: z.strictObject(search),
    response: exportCount,
  },
  exportAudit: {
    summary: 'The audit log as CSV, with the same filters, latest first; it stands in the log',
    query: z.strictObject(search),
    response: file,
  },
  checkAuditChain: {
    summary: 'How far the audit log is as it was written: each call goes on where the last one came to',
    response: z.strictObject({
      /** The last row that there is. */
      last: opaqueId,
      /** Every row up to this one was read since `since`. */
      checkedTo: opaqueId,
      since: time,
      checkedAt: time,
      /** The first row that was changed, or before which one is gone. */
      broken: z.strictObject({ number: opaqueId, fault: z.enum(['gone', 'changed']) }).nullable(),
    }),
  },
  listSecurityEvents: {
    summary: 'Log-ins, changes of what protects an account, wrong proofs and refused decisions, latest first',
    query: z
      .strictObject({
        username: username.optional(),
        operator: z.string().min(1).max(64).optional(),
        after: opaqueId.optional(),
        limit: pageLimit.optional(),
      })
      .refine((query) => query.username === undefined || query.operator === undefined, {
        path: ['operator'],
        error: 'field.unknown',
      }),
    response: z.strictObject({
      next: opaqueId.nullable(),
      events: z.array(
        z.strictObject({
          id: opaqueId,
          at: time,
          audience: z.enum(['member', 'operator']),
          /** The endpoint's name. */
          event: z.string(),
          /** `done`, or the code that refused it. */
          outcome: z.string(),
          username: z.string().nullable(),
          operator: z.string().nullable(),
          command: z.string().nullable(),
          network: z.string(),
          userAgent: z.string(),
          requestId: z.string(),
        }),
      ),
    }),
  },
};
