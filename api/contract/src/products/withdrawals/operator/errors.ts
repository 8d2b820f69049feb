import type { ErrorEntry } from '../../../entries.ts';

export const withdrawalOperatorErrors = {
  'withdrawal.changed': { status: 409, title: 'Someone else acted first. Nothing was changed' },
  'withdrawal.paused': {
    status: 409,
    title: 'The withdrawal is paused while the member is suspended or has frozen the account',
  },
  'withdrawal.wrong_step': { status: 409, title: 'This can’t be done at this step any more' },
  'withdrawal.payer_approved': { status: 403, title: 'Whoever approved it can’t pay it. Someone else has to' },
  'withdrawal.not_claimed': { status: 409, title: 'Confirm first that you’re paying this' },
  'withdrawal.below_accepted': {
    status: 409,
    title: 'At the current rate it gives less than the member accepted, or there is no valid rate. Wait, or reject it',
  },
  'withdrawal.being_paid': { status: 409, title: 'Someone is paying this: wait until the transaction is recorded' },
  'withdrawal.payout_recorded': { status: 409, title: 'A payout is already recorded. Void it first' },
  'withdrawal.payout_verified': { status: 409, title: 'Only the chain shows whether this was paid' },
  'withdrawal.payout_seen': { status: 409, title: 'The chain has seen this payout: it can’t be voided' },
  'withdrawal.voided_early': {
    status: 409,
    title: 'A payout of it was voided early and may still show up on the chain. The money can be returned from {until}',
  },
  'withdrawal.payout_young': { status: 409, title: 'It may still show up on the chain. It can be voided from {until}' },
  'withdrawal.tx_used': { status: 409, title: 'This transaction has paid another withdrawal' },
} as const satisfies Record<string, ErrorEntry>;
