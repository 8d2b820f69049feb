import type { WithdrawalStep } from '@trellis/api-contract';
import type { Payout, WithdrawalDetails } from '../../api.ts';

export const stepTones = {
  review: 'warning',
  approved: 'neutral',
  sent: 'neutral',
  complete: 'positive',
  ended: 'negative',
} as const satisfies Record<WithdrawalStep, string>;

export const payoutTones = {
  recorded: 'warning',
  seen: 'neutral',
  mismatched: 'warning',
  confirmed: 'positive',
  invalid: 'negative',
} as const satisfies Record<Payout['state'], string>;

/** `operator:ann` is read as `ann`: by which way she came stands in the audit log. */
export const personOf = (actor: string): string => actor.slice(actor.indexOf(':') + 1);

/** The end of a transaction, by which people report it from another. */
export const lastSix = (tx: string): string => tx.slice(-6);

/** The payout that counts: there is one at most. */
export const livePayout = ({ payouts }: Pick<WithdrawalDetails, 'payouts'>): Payout | undefined =>
  payouts.find(({ state }) => state !== 'invalid');
