import type { OutputOf, Pool } from '@trellis/api-contract';
import type { Tone } from '@trellis/kit';

export type Solvency = OutputOf<'operator', 'getSolvency'>;
export type PoolState = OutputOf<'operator', 'listPools'>['pools'][number];
export type Account = Solvency['held' | 'owed' | 'own'][number]['account'];

export const accountTexts = {
  usdCustody: 'solvency.usdCustody',
  usdtCustody: 'solvency.usdtCustody',
  usdAvailable: 'solvency.usdAvailable',
  usdPending: 'solvency.usdPending',
  usdtAvailable: 'solvency.usdtAvailable',
  usdtPending: 'solvency.usdtPending',
  reserveUsdp: 'solvency.reserveUsdp',
  reserveRp: 'solvency.reserveRp',
  reserveCp: 'solvency.reserveCp',
  committedReward: 'solvency.committedReward',
  packageRewardPool: 'solvency.packagePoolFree',
  stakeRewardPool: 'solvency.stakePoolFree',
  teamBonusPool: 'solvency.teamPoolFree',
  usdtSuspense: 'solvency.setAside',
  usdFee: 'solvency.usdFee',
  usdtFee: 'solvency.usdtFee',
  usdRounding: 'solvency.usdRounding',
  usdtRounding: 'solvency.usdtRounding',
  usdExchange: 'solvency.usdExchange',
  usdtExchange: 'solvency.usdtExchange',
} as const satisfies Record<Account, string>;

export const poolTexts = {
  package: 'solvency.packagePool',
  stake: 'solvency.stakePool',
  team: 'solvency.teamPool',
} as const satisfies Record<Pool, string>;

export const coverStates = {
  covered: { text: 'solvency.covered', tone: 'positive' },
  low: { text: 'solvency.low', tone: 'warning' },
  short: { text: 'solvency.short', tone: 'negative' },
} as const satisfies Record<NonNullable<Solvency['total']>['state'], { text: string; tone: Tone }>;

/** How a pool stands by how long it lasts: two weeks are little, two months are not much. */
export const runwayTone = (days: number): Tone => (days < 14 ? 'negative' : days < 60 ? 'warning' : 'positive');
