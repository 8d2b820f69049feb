/** What only operators are refused with, in their own words: by the code of the problem. */
export const refusalTexts: Readonly<Record<string, Refusal>> = {
  'withdrawal.changed': 'withdrawals.refusedChanged',
  'withdrawal.paused': 'withdrawals.whyPaused',
  'withdrawal.wrong_step': 'withdrawals.refusedStep',
  'withdrawal.payout_recorded': 'withdrawals.whyRecorded',
  'withdrawal.not_claimed': 'withdrawals.whyClaimFirst',
  'withdrawal.being_paid': 'withdrawals.whyBeingPaid',
  'withdrawal.below_accepted': 'withdrawals.whyBelowAccepted',
  'withdrawal.payout_verified': 'withdrawals.chainConfirms',
  'withdrawal.payout_seen': 'withdrawals.refusedSeen',
  'withdrawal.payout_young': 'withdrawals.refusedYoung',
  'withdrawal.tx_used': 'withdrawals.refusedUsed',
  'approval.second_person': 'withdrawals.refusedPerson',
  'approval.closed': 'withdrawals.refusedStep',
};

type Refusal =
  | 'withdrawals.refusedChanged'
  | 'withdrawals.whyPaused'
  | 'withdrawals.refusedStep'
  | 'withdrawals.whyRecorded'
  | 'withdrawals.whyClaimFirst'
  | 'withdrawals.whyBeingPaid'
  | 'withdrawals.whyBelowAccepted'
  | 'withdrawals.chainConfirms'
  | 'withdrawals.refusedSeen'
  | 'withdrawals.refusedYoung'
  | 'withdrawals.refusedUsed'
  | 'withdrawals.refusedPerson';
