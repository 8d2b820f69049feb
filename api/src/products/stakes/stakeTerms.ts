/** One CP costs numerator / denominator USD. A contract keeps the rate it began at for as long as it lives. */
export interface CpRate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** What operators set for stakes. Amounts are minor units. */
export interface StakeTerms {
  readonly aprPpm: bigint;
  readonly termDays: number;
  /** In CP. */
  readonly minimumCp: bigint;
  readonly maximumCp: bigint;
  /** So many of a member are not ended at a time. */
  readonly contractsMaximum: number;
  /** So long before maturity a choice can no longer be made. */
  readonly choiceClosesMs: number;
  /** The smallest withdrawal of USD: what is less cannot be sent. */
  readonly withdrawalMinimum: bigint;
}
