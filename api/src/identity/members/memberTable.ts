import type { Language, LockCause } from '@trellis/api-contract';
import { column, type RowOf, type TableModel, table } from '../../platform/db/table.ts';

/**
 * A member's account data. Their place in the tree is `tree_node` of the same id. What proves their codes is not here:
 * `memberCodes.ts` alone reads it, and no answer holds it by accident.
 */
export const memberTable = table('member', {
  id: column.id,
  username: column.text,
  usernameKey: column.text,
  email: column.text,
  emailKey: column.text,
  passwordHash: column.text,
  language: column.choice<Language>(),
  invitationCode: column.text,
  suspendedAt: column.orNull(column.moment),
  frozenAt: column.orNull(column.moment),
  googleBoundAt: column.orNull(column.moment),
  antiPhishingCode: column.orNull(column.text),
  lockedUntil: column.orNull(column.moment),
  lockCause: column.orNull(column.choice<LockCause>()),
  timeZone: column.orNull(column.text),
  /** Of residence, by which products are sold or not: given once, before the first of them. */
  country: column.orNull(column.text),
  createdAt: column.moment,
  /** Who they were is forgotten: they only stand in books and tree. */
  erasedAt: column.orNull(column.moment),
});

export type MemberModel = TableModel<RowOf<typeof memberTable>>;
