import { percentiles } from '../ledger/contender.ts';
import { median, rounded } from '../ledger/report.ts';

/** As many as the product may have at once before one waits for another. */
export const clients = 8;
/** The goals are of what nine hundred and ninety in a thousand have at most; so each is called often enough for that. */
const rounds = 3;

/** One call, of members at random. */
export type Call = () => Promise<unknown>;

/** What calls took, in milliseconds. */
export interface Times {
  readonly p50: number | null;
  readonly p99: number | null;
}

/** The same among a million and among a thousand. */
export interface Compared extends Times {
  readonly small: Times;
  /** Of the medians, round by round. */
  readonly ratio: number | null;
}

/**
 * Calls by so many clients at once, each of which has its answer before it calls again; in turns among many members and among
 * few, so that whatever else the machine does is in both.
 */
export async function compare(large: Call, small: Call, calls: number): Promise<Compared> {
  const taken = { large: [] as number[], small: [] as number[] };
  const ratios: number[] = [];
  // The first round warms up connections, plans and caches.
  for (let round = 0; round <= rounds; round += 1) {
    const ofSmall = await timesOf(small, calls);
    const ofLarge = await timesOf(large, calls);
    if (round === 0) continue;
    taken.small.push(...ofSmall);
    taken.large.push(...ofLarge);
    ratios.push(median(ofLarge) / median(ofSmall));
  }
  return { ...summary(taken.large), small: summary(taken.small), ratio: rounded(median(ratios)) };
}

async function timesOf(call: Call, calls: number): Promise<number[]> {
  const taken: number[] = [];
  let left = calls;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      await call();
      taken.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return taken;
}

export function summary(taken: readonly number[]): Times {
  const { p50Ms, p99Ms } = percentiles(taken);
  return { p50: rounded(p50Ms), p99: rounded(p99Ms) };
}
