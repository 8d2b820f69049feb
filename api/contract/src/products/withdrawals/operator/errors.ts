import type { ErrorEntry } from '../../../entries.ts';

export const withdrawalOperatorErrors = {
  'withdrawal.changed': { status: 409, title: 'Someone else was faster. Please check again' },
  'withdrawal.paused': {
    status: 409,
    title: 'Its owner is suspended or has frozen the account: it waits until that ends',
  },
  'withdrawal.wrong_step': { status: 409, title: 'This is not open to it now' },
  'withdrawal.payer_approved': { status: 403, title: 'Whoever has approved it cannot pay it. Someone else has to' },
  'withdrawal.not_claimed': { status: 409, title: 'Say first that you are paying this' },
  'withdrawal.below_accepted': { status: 409, title: 'At the rate of now it gives less than its member accepts' },
  'withdrawal.being_paid': { status: 409, title: 'Someone is paying this' },
  'withdrawal.payout_recorded': { status: 409, title: 'A payout is recorded already' },
  'withdrawal.payout_verified': { status: 409, title: 'The chain says whether this was paid, nobody else' },
  'withdrawal.payout_seen': { status: 409, title: 'The chain has seen this payout: it cannot be voided' },
  'withdrawal.voided_early': {
    status: 409,
    title: 'A payment of it was voided early and may still be found: the money can be given back from {until} on',
  },
  'withdrawal.payout_young': { status: 409, title: 'It may still be found: it can be voided from {until} on' },
  'withdrawal.tx_used': { status: 409, title: 'This transaction has paid another withdrawal' },
} as const satisfies Record<string, ErrorEntry>;
