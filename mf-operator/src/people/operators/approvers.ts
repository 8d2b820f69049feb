import type { ListedOperator } from '../../api.ts';

/** Whether somebody could approve: another admin, who is there, and whom it is not about. */
export const hasApprover = (operators: readonly ListedOperator[], asker: string | undefined, about?: string): boolean =>
  operators.some(
    ({ name, roles, enrolledAt, suspendedAt }) =>
      name !== asker && name !== about && enrolledAt !== null && suspendedAt === null && roles.includes('admin'),
  );

/** Where an operator stands; the word that is shown. */
export function stateOf({ enrolledAt, suspendedAt, linkUntil, sessions }: ListedOperator): OperatorState {
  if (suspendedAt !== null) return 'suspended';
  if (enrolledAt === null) return linkUntil === null ? 'linkGone' : 'invited';
  return sessions > 0 ? 'here' : 'away';
}
export type OperatorState = 'suspended' | 'invited' | 'linkGone' | 'here' | 'away';
