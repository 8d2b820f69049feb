/** What operators set for the team bonus. Shares are millionths, amounts minor units of points, which are USD. */
export interface BonusTerms {
  /** Of the points of those whom a member has sponsored. */
  readonly directPpm: bigint;
  /** Of the volume that is matched. */
  readonly pairingPpm: bigint;
  /** Of what the pool holds as a day is closed, for that day. */
  readonly budgetPpm: bigint;
  /** Of what is paid, as RP. */
  readonly rpPpm: bigint;
  /** So many days after its own a lot is good. */
  readonly carryDays: number;
  /** A day's cap on pairing is this part of a month's. */
  readonly capDivisor: bigint;
  /** What pairing may come to in a month, by the highest level that is active. */
  readonly monthCaps: ReadonlyMap<string, bigint>;
  /** A month's bonus is at most this share of one's own active packages; `undefined`: it is not limited so. */
  readonly ownValuePpm?: bigint | undefined;
}
