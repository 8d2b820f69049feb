import type { OutputOf } from '@trellis/api-contract';

export type Correction = OutputOf<'operator', 'listBonusCorrections'>['corrections'][number];
export type Hold = OutputOf<'operator', 'listBonusHolds'>['holds'][number];
