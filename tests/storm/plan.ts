import { Random } from '../../api/src/testing/index.ts';

export const misfortunes = [
  'api',
  'postgres',
  'cut',
  'clock',
  'fullDisk',
  'slowDisk',
  'mail',
  'node',
  'front',
] as const;
export type Misfortune = (typeof misfortunes)[number];

export interface StormPlan {
  readonly apiKills: number;
  readonly postgresKills: number;
  /** How often everything else happens; without it, a twentieth as often as the API is killed. */
  readonly others?: number | undefined;
  /** Connections that end in the middle of something; the storm goes on until there were so many. */
  readonly sockets: number;
  /** Decides orders, events and moments; how they fall together is the machine's. */
  readonly seed: number;
  /** The storm ends by then, wherever the plan stands. */
  readonly minutes?: number | undefined;
  /** Begins with packages and stakes that come due in the middle of the storm, and with ninety days of the team bonus. */
  readonly dueDay?: boolean | undefined;
  /** Where everything is kept, so that the same command goes on; without it nothing is. */
  readonly folder?: string | undefined;
  /** Ends the storm early; what was done until then is examined. */
  readonly signal?: AbortSignal | undefined;
}

/** How a chain's node fails: it has other blocks, leaves transfers out, is behind, is away, or answers errors. */
export const nodeFaults = ['otherBlocks', 'omits', 'stale', 'away', 'errors'] as const;
export type NodeFault = (typeof nodeFaults)[number];

/** What happens, one after the other. */
export function eventsOf(plan: StormPlan): Misfortune[] {
  const { apiKills, postgresKills, seed, others = Math.max(1, Math.round(apiKills / 20)) } = plan;
  const times: Readonly<Record<Misfortune, number>> = {
    api: apiKills,
    postgres: postgresKills,
    cut: others,
    clock: others,
    fullDisk: others,
    slowDisk: others,
    mail: others,
    node: Math.max(others, nodeFaults.length),
    front: others,
  };
  return new Random(seed).shuffle(misfortunes.flatMap((name) => Array<Misfortune>(times[name]).fill(name)));
}
