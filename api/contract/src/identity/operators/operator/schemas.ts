import { z } from 'zod';
import { operatorRoles } from '../../../audiences/operator/endpoint.ts';
import type { ErrorCode } from '../../../errors/errorCatalogue.ts';
import { time } from '../../../schemas/fields.ts';
import { approvalRequested, freshCode, reason, operatorSession as session } from '../../../schemas/operatorFields.ts';

const name = z
  .string()
  .regex(/^[a-z][a-z0-9.-]{1,31}$/, { error: 'field.format' satisfies ErrorCode })
  .meta({ description: '2 to 32 small letters, digits, dots and hyphens, beginning with a letter' });
const role = z.enum(operatorRoles);
const roles = z
  .array(role)
  .min(1)
  .max(operatorRoles.length)
  .refine((given) => new Set(given).size === given.length, { error: 'field.format' satisfies ErrorCode });

const operator = z.strictObject({
  name: z.string(),
  roles: z.array(role),
  createdAt: time,
  /** `null`: not yet, or reset. */
  enrolledAt: time.nullable(),
  suspendedAt: time.nullable(),
  /** `null`: not within a month. */
  lastSeenAt: time.nullable(),
  /** Until when their link to enrol works. */
  linkUntil: time.nullable(),
  /** Roles that two admins gave within a day, by which they are nobody's second person yet, and until when. */
  newRoles: z.array(role),
  newUntil: time.nullable(),
  /** How many are open. */
  sessions: z.int(),
  /** Member accounts of their own, about which they decide nothing. */
  members: z.array(z.string()),
  /** What they have asked for, and what they have approved, that has led to nothing yet. */
  asked: z.int(),
  approvals: z.int(),
  /** What consoles of the version before read as `approvals`; to be taken out with the next version. */
  yeses: z.int(),
});

/** Who operators are. A password, a secret or a link of theirs is asked to nobody, but for the link of who is new, once. */
export const directoryOperatorSchemas = {
  listOperators: {
    summary: 'All operators by name: what they may, since when, when they were last there',
    response: z.strictObject({ operators: z.array(operator) }),
  },
  getOperator: {
    summary: 'One operator, with their open sessions',
    params: z.strictObject({ name }),
    response: z.strictObject({
      operator,
      sessions: z.array(z.strictObject(session)),
    }),
  },
  inviteOperator: {
    summary: 'Ask for a new operator, whom a second admin approves; of who has never enrolled, for a new link',
    body: z.strictObject({ name, roles, reason, code: freshCode }),
    /** `word`: what the link takes alongside; shown to who asks, and to nobody again. */
    response: approvalRequested.extend({ word: z.string() }),
  },
  changeOperatorRoles: {
    summary: 'Ask for another operator to have these roles and no others, which a second admin approves',
    params: z.strictObject({ name }),
    body: z.strictObject({ roles, reason, code: freshCode }),
    response: approvalRequested,
  },
  suspendOperator: {
    summary: 'Suspend another operator: every session and every open approval of theirs ends',
    params: z.strictObject({ name }),
    body: z.strictObject({ reason, code: freshCode }),
    response: operator,
  },
  restoreOperator: {
    summary: 'Ask for the suspension of an operator to end, which a second admin approves; ended sessions stay ended',
    params: z.strictObject({ name }),
    body: z.strictObject({ reason, code: freshCode }),
    response: approvalRequested,
  },
  endOperatorSessions: {
    summary: 'End every session of an operator; they log in again',
    params: z.strictObject({ name }),
    body: z.strictObject({ reason, code: freshCode }),
    response: operator,
  },
};
