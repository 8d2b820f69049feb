/** What operators set for packages. Amounts are minor units; a package stores the terms it was bought at. */
export interface PackageTerms {
  readonly minimum: bigint;
  readonly maximum: bigint;
  /** A custom package is the minimum and so many of these. */
  readonly step: bigint;
  readonly loopDays: number;
  /** How much of a price RP may pay. */
  readonly rpSharePpm: bigint;
  /** What exchanging USDP into USD costs: for the figures of what comes back. */
  readonly exchangeFeePpm: bigint;
  readonly levels: readonly LevelTerms[];
}

export interface LevelTerms {
  readonly level: string;
  readonly price: bigint;
  /** In how many equal parts it comes back. */
  readonly loops: number;
  readonly aprPpm: bigint;
}
