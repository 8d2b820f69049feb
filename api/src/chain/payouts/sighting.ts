import type { PaidAmount } from './paidAmount.ts';
import type { OpenPayout } from './recordedPayouts.ts';

/** What a chain says of a payout's transaction. */
export interface PayoutSighting {
  /** Places, within the transaction, of the transfers that are exactly this payout. */
  readonly matches: readonly number[];
  /** Transfers from custody to that very address of another amount, in minor units of the asset, rounded down. */
  readonly others: readonly PaidAmount[];
  /** Why there are no matches, for operators. */
  readonly fault: string | undefined;
  readonly confirmations: number;
  readonly needed: number;
  /** Nothing of it changes any more. Before that it is no reason to say no, for a no lets somebody pay again. */
  readonly isFinal: boolean;
}

/**
 * Looks a payout's transaction up. `unknown`: every node says that there is none of this name, neither in a block nor waiting for
 * one. `undefined`: it is in no block yet, or sources do not agree; ask again later.
 */
export interface PayoutSource {
  look(payout: OpenPayout): Promise<PayoutSighting | 'unknown' | undefined>;
}
