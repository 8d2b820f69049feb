import type { OutputOf } from '@trellis/api-contract';

export type BookedFee = OutputOf<'operator', 'getFee'>;
export type FeeReturn = OutputOf<'operator', 'listFeeReturns'>['returns'][number];
