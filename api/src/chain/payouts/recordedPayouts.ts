import type { PayoutAsset, PayoutChain } from '@trellis/api-contract';
import type { PaidAmount } from './paidAmount.ts';

/** A payout that the chain has to confirm, with all that it must be. */
export interface OpenPayout {
  readonly id: string;
  readonly withdrawal: string;
  readonly chain: PayoutChain;
  readonly asset: PayoutAsset;
  /** In the form of checkAddress. */
  readonly address: string;
  /** Exactly this arrives, in minor units of the asset. */
  readonly receivedMinor: bigint;
  readonly tx: string;
  /** A transaction of before is another's. */
  readonly approvedAt: Date;
}

/** How a payout stands alongside the others that name the same transaction. */
export interface PayoutProgress {
  readonly state: 'recorded' | 'seen';
  readonly confirmations: number;
  /** Places of the transaction that have paid another withdrawal. */
  readonly used: ReadonlySet<number>;
  /** Others that were seen there, want the very same, and are not confirmed yet. */
  readonly waiting: number;
}

/** What the chain's watch needs of withdrawals: the payouts that operators recorded, and where to say what became of them. */
export interface RecordedPayouts {
  /**
   * A page of what the chain is to be asked about, oldest first; empty at the end.
   * @param after the last one of the page before
   */
  open(chain: PayoutChain, after: string): Promise<OpenPayout[]>;
  /** What two people have voided, and must not be found. */
  voided(chain: PayoutChain): Promise<OpenPayout[]>;
  /** It was found all the same: somebody has been paid, or is to be paid, twice. */
  foundVoided(payout: OpenPayout, ordinal: number): Promise<void>;
  /** It is on the chain for good, from custody to the right address, with another amount: two people settle it. */
  mismatched(payout: OpenPayout, other: PaidAmount): Promise<void>;
  /** Whether every node that was asked knows no transaction of this name, neither in a block nor waiting for one. */
  unknown(id: string, isUnknown: boolean): Promise<void>;
  progressOf(payout: OpenPayout): Promise<PayoutProgress>;
  /** It is on the chain and is this payout, with so many of the needed confirmations: from now on never backwards. */
  seen(id: string, confirmations: number, needed: number): Promise<void>;
  /**
   * It is on the chain for good. Asked again it does nothing.
   * @param ordinal place of the transfer within its transaction
   * @throws AppError withdrawal.tx_used if that very transfer has paid another withdrawal, money.payouts_frozen
   */
  complete(id: string, ordinal: number, confirmations: number): Promise<void>;
  /** It is on the chain, and is not this payout: another can be recorded. @param fault for operators */
  refuse(id: string, fault: string): Promise<void>;
}
