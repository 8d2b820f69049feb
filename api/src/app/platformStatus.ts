import type { ReleaseEvents } from '../delivery/releases/live/events.ts';
import type { RefusedCalls } from '../delivery/releases/live/refusedCalls.ts';
import { type Clock, secondsFrom } from '../ground/clock.ts';
import type { PoolService } from '../products/pools/poolService.ts';
import type { PlatformStatus } from '../service/operations/overview.ts';
import type { Solvency } from '../service/solvency/solvency.ts';

export interface PlatformStatusParts {
  readonly solvency: Solvency;
  readonly pools: PoolService;
  readonly events: ReleaseEvents;
  readonly refusedCalls: RefusedCalls;
  readonly clock: Clock;
}

const daySeconds = 24 * 3600;

/** What the overview of an operator asks of folders that know nothing of one another. */
export const platformStatusOf = ({
  solvency,
  pools,
  events,
  refusedCalls,
  clock,
}: PlatformStatusParts): PlatformStatus => ({
  async cover() {
    const total = await solvency.total();
    return total && { coverage: total.coverage, state: total.state };
  },
  async shortestPool() {
    const lasting = (await pools.list()).pools.flatMap(({ pool, runwayDays: days }) =>
      days === null ? [] : { pool, days },
    );
    return lasting.toSorted((one, other) => one.days - other.days)[0] ?? null;
  },
  async releases() {
    const states = [...(await events.states())];
    const named = (holds: (state: (typeof states)[number][1]) => boolean) =>
      states.flatMap(([feature, state]) => (holds(state) ? [feature] : []));
    return {
      rollingOut: named(({ candidate }) => candidate !== undefined),
      off: named(({ off }) => off),
      wentBack: await events.wentBackSince(secondsFrom(clock.now(), -daySeconds)),
      refused: await refusedCalls.features(),
    };
  },
});
