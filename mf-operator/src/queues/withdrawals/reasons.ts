import type { WithdrawalRisk } from '@trellis/api-contract';

/** Why to look twice at a withdrawal: what was written down when it was asked for, and whether others have its address. */
export type Reason = WithdrawalRisk | 'shared';

/** The gravest first. */
const order: readonly Reason[] = [
  'shared',
  'lookAlike',
  'securityChange',
  'large',
  'mostOfBalance',
  'velocity',
  'newAddress',
  'firstWithdrawal',
];

/** Those that by themselves may be theft. */
export const isGrave = (reason: Reason): boolean => reason === 'shared' || reason === 'lookAlike';

/** All reasons of one, the gravest first; one that this page does not know yet comes last. */
export function reasonsOf(risks: readonly WithdrawalRisk[], shared: boolean): readonly Reason[] {
  const all: readonly Reason[] = shared ? ['shared', ...risks] : risks;
  const rank = (reason: Reason): number => (order.includes(reason) ? order.indexOf(reason) : order.length);
  return [...all].sort((one, other) => rank(one) - rank(other));
}
