/** A transfer from custody to a payout's very address, of whatever amount. */
export interface PaidAmount {
  /** Place within the transaction. */
  readonly ordinal: number;
  /** In minor units of the asset, rounded down. */
  readonly paidMinor: bigint;
}
