import type { ErrorEntry } from '../../errors/errorCatalogue.ts';

/** Refusals that only an operator meets; beside these their endpoints use the members' catalogue. */
export const operatorErrorCatalogue = {
  'approval.second_person': { status: 403, title: 'Someone else has to approve this' },
  'approval.own_account': { status: 403, title: 'This is about a member account of yours. Someone else has to decide' },
  'approval.closed': { status: 409, title: 'This was approved before, has ended, or has waited for too long' },
  'operator.self': { status: 403, title: 'This is about yourself. Someone else has to decide' },
  'operator.taken': { status: 409, title: 'This name is taken' },
  'operator.suspended': { status: 409, title: 'They are suspended' },
  'operator.changed': { status: 409, title: 'They have changed since it was asked for. Ask again' },
  'operator.same_roles': { status: 409, title: 'These are their roles already' },
  'announcement.over': { status: 422, title: 'It would end before it begins, or has ended already' },
  'announcement.gone': { status: 409, title: 'It was not shown, was recalled, or has ended' },
  'release.refused': { status: 409, title: '{reason}' },
  'suspension.already': { status: 409, title: 'This member is suspended already' },
  'suspension.none': { status: 409, title: 'This member is not suspended' },
  'factor_reset.not_bound': { status: 409, title: 'This member has not set up Google Authenticator' },
  'factor_reset.open_already': { status: 409, title: 'A reset for this member is under way' },
  'mail.gone': { status: 409, title: 'Its code or link is not kept: the reader has to ask for another' },
  'withdrawal.changed': { status: 409, title: 'Someone else was faster. Please check again' },
  'withdrawal.paused': {
    status: 409,
    title: 'Its owner is suspended or has frozen the account: it waits until that ends',
  },
  'withdrawal.wrong_step': { status: 409, title: 'This is not open to it now' },
  'withdrawal.payer_approved': { status: 403, title: 'Whoever has approved it cannot pay it. Someone else has to' },
  'withdrawal.payout_recorded': { status: 409, title: 'A payout is recorded already' },
  'withdrawal.payout_verified': { status: 409, title: 'The chain says whether this was paid, nobody else' },
  'withdrawal.payout_seen': { status: 409, title: 'The chain has seen this payout: it cannot be voided' },
  'withdrawal.payout_young': { status: 409, title: 'It may still be found: it can be voided from {until} on' },
  'withdrawal.tx_used': { status: 409, title: 'This transaction has paid another withdrawal' },
  'freeze.none': { status: 409, title: 'Payouts are not frozen' },
  'freeze.not_green': { status: 409, title: 'The books have to be checked, and green, since payouts were frozen' },
  'rule.unknown': { status: 422, title: 'There is nothing of this name to set' },
  'rule.past': { status: 422, title: 'It can only begin now or later' },
  'rule.taken': { status: 409, title: 'Another begins at this very moment' },
  'bonus.already_held': { status: 409, title: 'This is held already' },
  'terms.form': {
    status: 422,
    title: 'The text in {language} needs a line “# title”, then sections: “## heading” and text below',
  },
  'terms.sections_differ': { status: 422, title: 'The text in {language} has another number of sections than en' },
} as const satisfies Record<string, ErrorEntry>;

export type OperatorErrorCode = keyof typeof operatorErrorCatalogue;
