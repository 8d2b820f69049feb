import { Database, Records, recordAbout } from '../../../api/src/testing/index.ts';
import { oldHand } from './cluster.ts';
import { percentiles } from './contender.ts';

/** Pages of 50 records of a member with half a million postings, with the way to the database and back. */
export interface HistoryPages {
  readonly first_p50: number;
  readonly first_p99: number;
  readonly following_p50: number;
  readonly following_p99: number;
}

const repeats = 200;

export async function measureHistory(url: string): Promise<HistoryPages> {
  const database = new Database({ url, poolSize: 1 });
  const records = new Records(database, recordAbout);
  const page = async (after: string | undefined): Promise<{ next: string | null; milliseconds: number }> => {
    const startedAt = performance.now();
    const { next } = await records.page(oldHand.id, { limit: 50, ...(after === undefined ? {} : { after }) });
    return { next, milliseconds: performance.now() - startedAt };
  };
  await page(undefined);
  const first: number[] = [];
  const following: number[] = [];
  let after: string | undefined;
  for (let index = 0; index < repeats; index += 1) {
    first.push((await page(undefined)).milliseconds);
    const { next, milliseconds } = await page(after);
    following.push(milliseconds);
    after = next ?? undefined;
  }
  await database.close();
  const [one, many] = [percentiles(first), percentiles(following)].map(({ p50Ms, p99Ms }) =>
    [p50Ms, p99Ms].map((ms) => Number(ms.toFixed(2))),
  );
  return {
    first_p50: one?.[0] ?? 0,
    first_p99: one?.[1] ?? 0,
    following_p50: many?.[0] ?? 0,
    following_p99: many?.[1] ?? 0,
  };
}
