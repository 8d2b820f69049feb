import type { Tone } from '@trellis/kit';
import type { Solvency } from '../../api.ts';

export const coverTones = {
  covered: 'positive',
  low: 'warning',
  short: 'negative',
} as const satisfies Record<NonNullable<Solvency['total']>['state'], Tone>;

/** How a pool stands by how long it lasts: two weeks are little, two months are not much. */
export const runwayTone = (days: number): Tone => (days < 14 ? 'negative' : days < 60 ? 'warning' : 'positive');
