import { type Amounts, amountsOf } from './amounts.ts';
import type { BonusDay, BonusLine } from './bonusDay.ts';

/** As a day is closed, what it pays leaves the pool and is promised, in one journal of the platform. */
export const closingAmounts = ({ paid }: Pick<BonusDay, 'paid'>): Amounts =>
  amountsOf({ teamBonusPool: -paid, committedReward: paid });

/** @param day `2026-03-09` */
export const closingKey = (day: string): string => `team-bonus-close:${day}`;

/** Each member's share is paid out of what is promised, whenever that is: USDP and RP with their backing. */
export const payoutAmounts = ({ usdp, rp }: Pick<BonusLine, 'usdp' | 'rp'>): Amounts =>
  amountsOf({
    usdpActive: usdp,
    rpAvailable: rp,
    usdpIssued: -usdp,
    rpIssued: -rp,
    reserveUsdp: usdp,
    reserveRp: rp,
    committedReward: -(usdp + rp),
  });

/** Once for a member and a day. */
export const payoutKey = (day: string, member: string): string => `team-bonus:${day}:${member}`;
