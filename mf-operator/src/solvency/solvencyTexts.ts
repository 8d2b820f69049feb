import type { OutputOf } from '@trellis/api-contract';
import type { Tone } from '@trellis/kit';

export type Solvency = OutputOf<'operator', 'getSolvency'>;
export type PoolState = OutputOf<'operator', 'listPools'>['pools'][number];
export type Account = Solvency['held' | 'owed' | 'own'][number]['account'];

export const coverTones = {
  covered: 'positive',
  low: 'warning',
  short: 'negative',
} as const satisfies Record<NonNullable<Solvency['total']>['state'], Tone>;

/** How a pool stands by how long it lasts: two weeks are little, two months are not much. */
export const runwayTone = (days: number): Tone => (days < 14 ? 'negative' : days < 60 ? 'warning' : 'positive');
