import type { OutputOf } from '@trellis/api-contract';

export type BookedFee = OutputOf<'operator', 'getFee'>;

/** What booked a fee. */
export const feeKindTexts = {
  transfer: 'feeReturns.kind.transfer',
  exchange: 'feeReturns.kind.exchange',
  deposit: 'feeReturns.kind.deposit',
  withdrawal: 'feeReturns.kind.withdrawal',
} as const satisfies Record<BookedFee['kind'], string>;
