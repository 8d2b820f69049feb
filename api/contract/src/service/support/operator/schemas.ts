import { z } from 'zod';
import type { ErrorCode } from '../../../errors/errorCatalogue.ts';
import { lockCauses } from '../../../identity/security/actions.ts';
import { walletSchemas } from '../../../products/wallet/schemas.ts';
import { country, email, language, opaqueId, suspensionCause, time, username } from '../../../schemas/fields.ts';
import { freshCode, reason } from '../../../schemas/operatorFields.ts';
import { moneyAccesses } from '../../history/operator/memberHistory.ts';

const memberFacts = {
  username: z.string(),
  /** Not whole: `h***@example.com`. */
  email: z.string(),
  memberSince: time,
  language,
  suspended: z.boolean(),
  /** Of residence; `null`: not known. */
  country: z.string().nullable(),
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
const memberDetails = z.strictObject({
  ...memberFacts,
  googleBoundAt: time.nullable(),
  /** Since when nobody knows who they were. */
  erasedAt: time.nullable(),
  /** Who invited them; `null`: nobody. */
  inviter: z.string().nullable(),
  /** Live ones, the latest first. */
  sessions: z.array(z.strictObject({ browser: z.string(), system: z.string(), createdAt: time, seenAt: time })),
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
  /** Why who asks sees balances. */
  access: z.enum(moneyAccesses),
  /** `null` for those whose work needs none. */
  balances: walletSchemas.getBalances.response.omit({ packages: true }).nullable(),
});
const ofMember = z.strictObject({ username });

/** Members, as the support sees and helps them. */
export const supportOperatorSchemas = {
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
  getMember: { summary: 'A member as the support sees them', params: ofMember, response: memberDetails },
  suspendMember: {
    summary: 'Suspend a member, who is shown the cause and not the reason',
    params: ofMember,
    body: z.strictObject({
      cause: suspensionCause.meta({ description: 'what the member is shown' }),
      reason,
      code: freshCode,
    }),
    response: memberDetails,
  },
  restoreMember: {
    summary: 'End a member’s suspension',
    params: ofMember,
    body: z.strictObject({ reason, code: freshCode }),
    response: memberDetails,
  },
  changeMemberCountry: {
    summary: 'Change the country a member lives in, which they give once; what was bought stays as it is',
    params: ofMember,
    body: z.strictObject({ country, reason, code: freshCode }),
    response: memberDetails,
  },
  endMemberSessions: {
    summary: 'End all sessions of a member, who may log in again',
    params: ofMember,
    body: z.strictObject({ reason, code: freshCode }),
    response: z.strictObject({ ended: z.int().nonnegative() }),
  },
  requestFactorReset: {
    summary:
      'Ask for the reset of a lost second factor; another person has to approve it, then its owner has time to stop it',
    params: ofMember,
    body: z.strictObject({ reason, code: freshCode }),
    response: factorReset,
  },
  listFactorResets: {
    summary: 'Resets of second factors that are under way',
    response: z.strictObject({ resets: z.array(factorReset) }),
  },
  withdrawFactorReset: {
    summary: 'Take a reset back',
    params: z.strictObject({ id: opaqueId }),
    body: z.strictObject({ reason, code: freshCode }),
    response: z.strictObject({}),
  },
};
