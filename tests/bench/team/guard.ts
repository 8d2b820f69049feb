import { type Random, teamIndexInvariants } from '../../../api/src/testing/index.ts';
import type { EmptyCluster } from '../ledger/emptyCluster.ts';
import type { Team } from './loading.ts';
import { prices } from './sales.ts';
import { at } from './tree.ts';

const request = 200;
/** All their days are added up: so fewer. */
const askedByDays = 10;

/**
 * What was loaded says of any member what a walk over the tree finds, from the youngest up: else what is measured would be
 * nobody's index.
 * @throws Error naming who differs
 */
export async function checkIndex(cluster: EmptyCluster, team: Team, random: Random): Promise<void> {
  const { members } = team.tree;
  const below = sumsBelow(team);
  const ids = Array.from({ length: request }, (_each, n) => (n === 0 ? 1 : 1 + random.below(members)));
  await cluster.asOwner(async (owner) => {
    const outcomeOf = async (sql: string, subject: readonly number[]): Promise<readonly (readonly string[])[]> => {
      const { rows } = await owner.query<{ sums: string[] }>(sql, [subject]);
      return rows.map(({ sums }) => sums);
    };
    const ever = await outcomeOf(
      `SELECT ARRAY[w.left_people, w.right_people, w.left_volume, w.right_volume]::text[] AS sums
         FROM unnest($1::bigint[]) WITH ORDINALITY AS m (id, n) CROSS JOIN LATERAL team_window(m.id, 0) w ORDER BY n`,
      ids,
    );
    const byDays = await outcomeOf(
      `SELECT ARRAY[coalesce(sum(d.left_people), 0), coalesce(sum(d.right_people), 0), coalesce(sum(d.left_volume), 0),
                    coalesce(sum(d.right_volume), 0)]::text[] AS sums
         FROM unnest($1::bigint[]) WITH ORDINALITY AS m (id, n)
         LEFT JOIN LATERAL team_daily(m.id, (SELECT min(placed_at)::date FROM tree_node), (SELECT max(day) FROM sale)) d ON true GROUP BY n ORDER BY n`,
      ids.slice(0, askedByDays),
    );
    for (const [n, sums] of [...ever.entries(), ...byDays.entries()]) {
      const id = ids[n] ?? 0;
      const expected = below(id);
      if (expected.join() !== sums.join())
        throw new Error(`below ${id} the index has ${sums}, and there are ${expected}`);
    }
    if (ever.length !== request || byDays.length !== askedByDays) throw new Error('not everybody is in the index');
  });
}

/** People and volume on the left and the right of each. */
function sumsBelow({ tree, sales }: Team): (id: number) => readonly string[] {
  const { members, parent, side } = tree;
  const own = new Float64Array(members + 1);
  for (let sale = 0; sale < sales.count; sale += 1) {
    const member = at(sales.member, sale);
    own[member] = at(own, member) + (prices[at(sales.level, sale)] ?? 0);
  }
  const people = [new Int32Array(members + 1), new Int32Array(members + 1)] as const;
  const volume = [new Float64Array(members + 1), new Float64Array(members + 1)] as const;
  for (let id = members; id > 1; id -= 1) {
    const above = at(parent, id);
    const on = side[id] === 0 ? 0 : 1;
    people[on][above] = at(people[on], above) + at(people[0], id) + at(people[1], id) + 1;
    volume[on][above] = at(volume[on], above) + at(volume[0], id) + at(volume[1], id) + at(own, id);
  }
  return (id) => [
    ...people.map((sums) => String(at(sums, id))),
    ...volume.map((sums) => String(BigInt(at(sums, id)) * 1_000_000n)),
  ];
}

/** All that holds of the index, by the product's own verifier; at a million members that takes minutes. @throws Error if not */
export async function verifyIndex(cluster: EmptyCluster): Promise<void> {
  await cluster.asOwner(async (owner) => {
    for (const { name, sql } of teamIndexInvariants) {
      const { rows } = await owner.query<object>(`WITH faults AS MATERIALIZED (${sql}) SELECT * FROM faults LIMIT 3`);
      if (rows.length > 0) throw new Error(`${name}: ${JSON.stringify(rows)}`);
    }
  });
}
