import type { ListedOperator } from '../../api.ts';

/** Whether somebody could approve: another admin, who is there, not new, and whom it is not about. */
export const hasApprover = (operators: readonly ListedOperator[], asker: string | undefined, about?: string): boolean =>
  operators.some(
    ({ name, roles, newRoles, enrolledAt, suspendedAt }) =>
      ![asker, about].includes(name) &&
      enrolledAt !== null &&
      suspendedAt === null &&
      roles.includes('admin') &&
      !newRoles.includes('admin'),
  );

/** Where an operator stands; the word that is shown. */
export function stateOf({ enrolledAt, suspendedAt, linkUntil, sessions }: ListedOperator): OperatorState {
  if (suspendedAt !== null) return 'suspended';
  if (enrolledAt === null) return linkUntil === null ? 'linkGone' : 'invited';
  return sessions > 0 ? 'here' : 'away';
}
export type OperatorState = 'suspended' | 'invited' | 'linkGone' | 'here' | 'away';
