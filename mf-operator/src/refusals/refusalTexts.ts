import type { OperatorErrorCode } from '@trellis/api-contract/operator';

/** What only operators are refused with, by the code of the problem: one without a text is an error of the types. */
const refusalTexts = {
  'approval.second_person': 'refusal.approval.second_person',
  'approval.own_account': 'refusal.approval.own_account',
  'approval.closed': 'refusal.approval.closed',
  'operator.self': 'refusal.operator.self',
  'operator.taken': 'refusal.operator.taken',
  'operator.suspended': 'refusal.operator.suspended',
  'operator.changed': 'refusal.operator.changed',
  'operator.same_roles': 'refusal.operator.same_roles',
  'announcement.over': 'refusal.announcement.over',
  'announcement.gone': 'refusal.announcement.gone',
  'release.refused': 'refusal.release.refused',
  'suspension.already': 'refusal.suspension.already',
  'suspension.none': 'refusal.suspension.none',
  'factor_reset.not_bound': 'refusal.factor_reset.not_bound',
  'factor_reset.open_already': 'refusal.factor_reset.open_already',
  'mail.gone': 'refusal.mail.gone',
  'withdrawal.changed': 'refusal.withdrawal.changed',
  'withdrawal.paused': 'refusal.withdrawal.paused',
  'withdrawal.wrong_step': 'refusal.withdrawal.wrong_step',
  'withdrawal.payer_approved': 'refusal.withdrawal.payer_approved',
  'withdrawal.payout_recorded': 'refusal.withdrawal.payout_recorded',
  'withdrawal.payout_verified': 'refusal.withdrawal.payout_verified',
  'withdrawal.payout_seen': 'refusal.withdrawal.payout_seen',
  'withdrawal.payout_young': 'refusal.withdrawal.payout_young',
  'withdrawal.tx_used': 'refusal.withdrawal.tx_used',
  'deposit.not_aside': 'refusal.deposit.not_aside',
  'deposit.release_asked': 'refusal.deposit.release_asked',
  'deposit.return_asked': 'refusal.deposit.return_asked',
  'deposit.worthless': 'refusal.deposit.worthless',
  'freeze.none': 'refusal.freeze.none',
  'freeze.not_green': 'refusal.freeze.not_green',
  'rule.unknown': 'refusal.rule.unknown',
  'rule.past': 'refusal.rule.past',
  'rule.changed': 'refusal.rule.changed',
  'rule.taken': 'refusal.rule.taken',
  'fee.none': 'refusal.fee.none',
  'fee.returned': 'refusal.fee.returned',
  'bonus.already_held': 'refusal.bonus.already_held',
  'terms.form': 'refusal.terms.form',
  'terms.sections_differ': 'refusal.terms.sections_differ',
} as const satisfies Record<OperatorErrorCode, string>;

/** The text of a code that only operators meet. */
export const refusalTextOf = (code: string): (typeof refusalTexts)[OperatorErrorCode] | undefined =>
  Object.hasOwn(refusalTexts, code) ? refusalTexts[code as OperatorErrorCode] : undefined;
