import type { UtcDay } from '../../ground/utcDay.ts';
import { lesser, shareOf } from '../../ledger/shares.ts';
import { bothSides, type Lot, lotsOn, type Sides, volumeOf, without } from '../../products/bonus/carry.ts';
import type { BonusTerms } from './bonusTerms.ts';

/** What is true of a member on a day. Amounts are minor units. */
export interface MemberFacts {
  readonly member: string;
  /** Points of purchases that were counted on the day, by where their buyers stand. */
  readonly volume: Sides<bigint>;
  /** Points of those whom the member has sponsored, wherever they stand. */
  readonly directPoints: bigint;
  /** What was not matched before. */
  readonly carry: Sides<readonly Lot[]>;
  /** Levels of packages that were active at any instant of the day. */
  readonly activeLevels: readonly string[];
  /** Whether the bonus is open in the member's country. */
  readonly open: boolean;
  /** What the active packages cost, and what the month has paid so far, where that is a limit. */
  readonly ownValue?: bigint;
  readonly paidThisMonth?: bigint;
}

/** What a member has earned on a day, before it is known whether the budget reaches for all. */
export interface EarnedLine extends Pick<MemberFacts, 'member' | 'volume'> {
  /** The bonus is open to them, and a package was active. Else nothing is matched, and the volume waits and ages. */
  readonly qualified: boolean;
  /** Too old by now. */
  readonly expired: Sides<bigint>;
  readonly matched: bigint;
  readonly direct: bigint;
  readonly pairing: bigint;
  /** The most that pairing may come to on a day. */
  readonly cap: bigint;
  /** What is above: used up, and not paid. */
  readonly cut: bigint;
  /** What is above the month's limit by one's own packages. */
  readonly overLimit: bigint;
  readonly due: bigint;
  readonly carry: Sides<readonly Lot[]>;
}

/**
 * @param hasBudget without one nothing can be paid, so nothing is matched and nothing is used up
 */
export function earnedOn(terms: BonusTerms, day: UtcDay, hasBudget: boolean, facts: MemberFacts): EarnedLine {
  const { member, volume, directPoints, carry, activeLevels, open } = facts;
  const lots = bothSides((side) => lotsOn(day, carry[side], volume[side], terms.carryDays));
  const qualified = open && activeLevels.length > 0;
  const plays = qualified && hasBudget;
  const matched = plays ? lesser(volumeOf(lots.left), volumeOf(lots.right)) : 0n;
  const direct = plays ? shareOf(directPoints, terms.directPpm) : 0n;
  const pairing = shareOf(matched, terms.pairingPpm);
  const cap = qualified ? highestCap(terms, activeLevels) / terms.capDivisor : 0n;
  const cut = pairing > cap ? pairing - cap : 0n;
  const earned = direct + pairing - cut;
  const due = lesser(earned, limitOf(terms, facts) ?? earned);
  return {
    member,
    qualified,
    volume,
    expired: bothSides((side) => volumeOf(carry[side]) + volume[side] - volumeOf(lots[side])),
    matched,
    direct,
    pairing,
    cap,
    cut,
    overLimit: earned - due,
    due,
    carry: bothSides((side) => without(lots[side], matched)),
  };
}

const highestCap = ({ monthCaps }: BonusTerms, levels: readonly string[]): bigint =>
  levels.reduce((highest, level) => {
    const cap = monthCaps.get(level) ?? 0n;
    return cap > highest ? cap : highest;
  }, 0n);

/** What the month may still pay; `undefined`: there is no such limit. */
function limitOf({ ownValuePpm }: BonusTerms, { ownValue = 0n, paidThisMonth = 0n }: MemberFacts): bigint | undefined {
  if (ownValuePpm === undefined) return undefined;
  const left = shareOf(ownValue, ownValuePpm) - paidThisMonth;
  return left > 0n ? left : 0n;
}
