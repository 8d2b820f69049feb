import { Database, Tree } from '../../../api/src/testing/index.ts';
import { median, rounded } from '../ledger/report.ts';
import { at, endOf, type TreeFacts } from './tree.ts';

const shallowDepth = 20;

/** The end of a leg that a sponsor's next invitation extends. */
interface LegEnd {
  readonly sponsor: number;
  readonly side: 0 | 1;
  readonly depth: number;
}

/** Newcomers at the end of the deepest leg, in turns with those at the end of one near the root. */
export async function measurePlacements(url: string, facts: TreeFacts, count: number) {
  const database = new Database({ url, poolSize: 1 });
  try {
    const tree = new Tree(database);
    const ends = legEnds(facts);
    const deep = ends.reduce((a, b) => (b.depth > a.depth ? b : a));
    const shallow = ends.reduce((a, b) =>
      Math.abs(b.depth - shallowDepth) < Math.abs(a.depth - shallowDepth) ? b : a,
    );
    const taken = { deep: [] as number[], shallow: [] as number[] };
    const place = async ({ sponsor, side }: LegEnd): Promise<number> => {
      const startedAt = performance.now();
      await database.inTransaction(() => tree.place(String(sponsor), side === 0 ? 'left' : 'right'));
      return performance.now() - startedAt;
    };
    // The first of each are not counted.
    for (let n = -10; n < count; n += 1)
      for (const [name, end] of [
        ['deep', deep],
        ['shallow', shallow],
      ] as const) {
        const milliseconds = await place(end);
        if (n >= 0) taken[name].push(milliseconds);
      }
    while ((await tree.rollUp()) > 0);
    return {
      depths: [deep.depth, shallow.depth],
      deep_ms: rounded(median(taken.deep)),
      shallow_ms: rounded(median(taken.shallow)),
      ratio: rounded(median(taken.deep) / median(taken.shallow)),
    };
  } finally {
    await database.close();
  }
}

function legEnds(tree: TreeFacts): readonly LegEnd[] {
  const ends: LegEnd[] = [];
  for (let sponsor = 1; sponsor <= tree.members; sponsor += 1)
    for (const side of [0, 1] as const) {
      const end = endOf(tree, sponsor, side);
      ends.push({ sponsor, side, depth: at(tree.depth, end) });
    }
  return ends;
}
