import type { measureClosing } from './bonusDay.ts';
import type { Compared } from './clients.ts';
import type { measureLag } from './lag.ts';
import type { measureOperators } from './operators.ts';
import type { measurePlacements } from './placements.ts';
import type { measureReads } from './reads.ts';

/** What was measured of one shape. */
export interface Measured {
  readonly reads: Awaited<ReturnType<typeof measureReads>>;
  readonly placement: Awaited<ReturnType<typeof measurePlacements>>;
  readonly bonus_day: Awaited<ReturnType<typeof measureClosing>>;
  readonly operators: Awaited<ReturnType<typeof measureOperators>>;
  readonly next_bonus_day: Awaited<ReturnType<typeof measureClosing>>;
  readonly lag: Awaited<ReturnType<typeof measureLag>>;
}

const most = {
  readMs: 20,
  ratio: 2,
  placementRatio: 1.5,
  isAncestorUs: 1_000,
  closingSeconds: 5,
  lagMs: 1_000,
} as const;

const isCompared = (value: unknown): value is Compared =>
  typeof value === 'object' && value !== null && 'ratio' in value;

/** Goals that were missed, a sentence each. */
export function missedOf({ reads, placement, bonus_day, next_bonus_day, lag }: Measured): string[] {
  const goals: readonly (readonly [what: string, measured: number | null, most: number])[] = [
    ...Object.entries(reads).flatMap(([name, value]) =>
      isCompared(value)
        ? ([
            [`p99 of ${name} in ms`, value.p99, most.readMs],
            [`${name} alongside a thousand members`, value.ratio, most.ratio],
          ] as const)
        : [],
    ),
    ['is_ancestor in the database in us', reads.is_ancestor_in_database_us, most.isAncestorUs],
    ['placement deep alongside shallow', placement.ratio, most.placementRatio],
    ['seconds of the bonus day', bonus_day.seconds, most.closingSeconds],
    ['seconds of the next bonus day', next_bonus_day.seconds, most.closingSeconds],
    ['p99 of the lag in ms', lag.lag_ms.p99, most.lagMs],
  ];
  return goals.flatMap(([what, measured, limit]) =>
    measured !== null && measured <= limit ? [] : [`${what}: ${measured}, and at most ${limit} was meant`],
  );
}
