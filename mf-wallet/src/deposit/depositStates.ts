import type { DepositState } from '@trellis/api-contract';
import type { Tone } from '@trellis/kit';

export const depositStateText = {
  confirming: 'topup.stateConfirming',
  credited: 'topup.stateCredited',
  below_minimum: 'topup.stateBelow',
  held_unverified: 'topup.stateHeld',
  suspense: 'topup.stateSuspense',
  returning: 'topup.stateReturning',
  returned: 'topup.stateReturned',
} as const satisfies Record<DepositState, string>;

export const depositStateTone: Readonly<Record<DepositState, Tone>> = {
  confirming: 'primary',
  credited: 'positive',
  below_minimum: 'warning',
  held_unverified: 'warning',
  suspense: 'warning',
  returning: 'warning',
  returned: 'neutral',
};
