/** What only operators are refused with, in their own words: by the code of the problem. */
export const refusalTexts: Readonly<Record<string, string>> = {
  'withdrawal.changed': 'withdrawals.refusedChanged',
  'withdrawal.paused': 'withdrawals.why.paused',
  'withdrawal.wrong_step': 'withdrawals.refusedStep',
  'withdrawal.payout_recorded': 'withdrawals.why.recorded',
  'withdrawal.not_claimed': 'withdrawals.why.claimFirst',
  'withdrawal.being_paid': 'withdrawals.why.beingPaid',
  'withdrawal.below_accepted': 'withdrawals.whyBelowAccepted',
  'withdrawal.payout_verified': 'withdrawals.chainConfirms',
  'withdrawal.payout_seen': 'withdrawals.refusedSeen',
  'withdrawal.payout_young': 'withdrawals.refusedYoung',
  'withdrawal.tx_used': 'withdrawals.refusedUsed',
  'approval.second_person': 'withdrawals.refusedPerson',
  'approval.closed': 'withdrawals.refusedStep',
};
