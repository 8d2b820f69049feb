import type { WaitingAction } from '@trellis/api-contract/operator';

/** What each kind is called. */
export const actionTexts = {
  'rate.approve': 'approvals.rate',
  'rule.approve': 'approvals.rule',
  'pool.fund': 'approvals.pool',
  'bonus.correct': 'approvals.bonus',
  'fee.return': 'approvals.feeReturn',
  'deposit.release': 'approvals.deposit',
  'deposit.return': 'approvals.depositReturn',
  'chain_fault.close': 'approvals.faultClosing',
  'factor_reset.approve': 'approvals.factorReset',
  'withdrawal.void_payout': 'approvals.voidPayout',
  'withdrawal.settle_payout': 'approvals.settlePayout',
  'release.approve_below_floor': 'approvals.belowFloor',
  'release.approve_on': 'approvals.on',
  'release.approve_lower_floor': 'approvals.lowerFloor',
  'payouts.unfreeze': 'approvals.unfreeze',
  'operator.invite': 'approvals.invite',
  'operator.roles': 'approvals.roles',
  'operator.restore': 'approvals.restore',
  'announcement.publish': 'approvals.announcement',
  'terms.publish': 'approvals.terms',
} as const satisfies Record<WaitingAction, string>;

/** What the approval of some does, said before it is given. */
export const consequenceTexts = {
  'operator.invite': 'operators.approveInvite',
  'operator.roles': 'operators.approveRoles',
  'operator.restore': 'operators.approveRestore',
  'factor_reset.approve': 'members.resetApproveText',
  'release.approve_on': 'releases.onText',
} as const satisfies Partial<Record<WaitingAction, string>>;
export const hasConsequence = (action: WaitingAction): action is keyof typeof consequenceTexts =>
  Object.hasOwn(consequenceTexts, action);

/** What admins do with operators. */
export const operatorActions = [
  'operator.invite',
  'operator.roles',
  'operator.restore',
] as const satisfies readonly WaitingAction[];
