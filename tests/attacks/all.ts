import { accountAttacks } from './accounts.ts';
import type { Attack } from './attack.ts';
import { floodAttacks } from './floods.ts';
import { hostileReleaseAttacks } from './hostileRelease.ts';
import { insiderAttacks } from './insiders.ts';
import { pairAttacks } from './pairs.ts';
import { payoutAttacks } from './payouts.ts';
import { releaseAttacks } from './releases.ts';
import { supportAttacks } from './support.ts';

export const attacks: readonly Attack[] = [
  ...accountAttacks,
  ...floodAttacks,
  ...hostileReleaseAttacks,
  ...insiderAttacks,
  ...payoutAttacks,
  ...releaseAttacks,
  ...supportAttacks,
  ...pairAttacks,
];
