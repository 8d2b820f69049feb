import { balanceRoles, type MoneyAccess, type OperatorRole, operatorPolicies } from '@trellis/api-contract/operator';
import type { Database } from '../../platform/db/database.ts';

/** Whether and why an operator of these roles sees a member's money: one rule for the file, its timeline and equation. */
export async function moneyAccess(
  database: Database,
  memberId: string,
  roles: readonly OperatorRole[] = [],
): Promise<{ readonly access: MoneyAccess; readonly inquiry?: string }> {
  if (roles.some((role) => balanceRoles.includes(role))) return { access: 'role' };
  const answering: readonly OperatorRole[] = operatorPolicies.support;
  if (!roles.some((role) => answering.includes(role))) return { access: 'none' };
  const open = await database.one<{ id: string }>(
    `SELECT id FROM inquiry WHERE member = $1 AND status <> 'closed' ORDER BY id DESC LIMIT 1`,
    [memberId],
  );
  return open ? { access: 'inquiry', inquiry: open.id } : { access: 'none' };
}
