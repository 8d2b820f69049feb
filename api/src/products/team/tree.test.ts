import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Database } from '../../platform/db/database.ts';
import { Random } from '../../testing/random.ts';
import { ReferenceTree } from '../../testing/referenceTree.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { type Side, Tree } from './tree.ts';

/**
 * Invariants, checked against a plain reference after every phase:
 * 1. a member hangs at the outer end of the inviter's leg;
 * 2. is_ancestor(a, b) is true exactly if a stands on b's line;
 * 3. once rolled up, every node knows people and volume on both its sides.
 */
let own: TestDatabase;
let database: Database;
let tree: Tree;
const opened: { database: Database; own: TestDatabase }[] = [];

beforeEach(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 12 });
  tree = new Tree(database);
  opened.push({ database, own });
});
afterAll(async () => {
  for (const entry of opened) {
    await entry.database.close();
    await entry.own.drop();
  }
});

const place = (sponsor: string | null, side: Side): Promise<string> =>
  database.inTransaction(() => tree.place(sponsor, side));
const rollUpAll = async (): Promise<void> => {
  while ((await tree.rollUp()) > 0);
};

/** Sums the index gives for the given nodes, by id. */
async function sums(ids: readonly string[]) {
  const rows = await own.sql<{ id: string; sums: string[] }>(
    `SELECT w.id, ARRAY[w.left_people, w.right_people, w.left_volume, w.right_volume]::text[] AS sums
       FROM unnest($1::bigint[]) AS wanted, LATERAL team_window(wanted, 0) w`,
    [ids],
  );
  return Object.fromEntries(rows.map((row) => [row.id, row.sums]));
}

/** The same from the index by days. */
async function sumsOfDays(ids: readonly string[]) {
  const rows = await own.sql<{ id: string; sums: string[] }>(
    `SELECT wanted AS id, ARRAY[coalesce(sum(left_people), 0), coalesce(sum(right_people), 0), coalesce(sum(left_volume), 0),
                                coalesce(sum(right_volume), 0)]::text[] AS sums
       FROM unnest($1::bigint[]) AS wanted LEFT JOIN LATERAL team_daily(wanted, current_date - 9, current_date + 1) ON true GROUP BY 1`,
    [ids],
  );
  return Object.fromEntries(rows.map((row) => [row.id, row.sums]));
}

function referenceSums(reference: ReferenceTree, ids: readonly string[]) {
  return Object.fromEntries(
    ids.map((id) => {
      const [left, right] = [reference.below(id, 'left'), reference.below(id, 'right')];
      return [id, [left.people, right.people, left.volume, right.volume].map(String)];
    }),
  );
}

test('random registrations and sales agree with the reference', async () => {
  const random = new Random();
  const seed = `SEED=${random.seed}`;
  const reference = new ReferenceTree();
  const root = await place(null, 'left');
  reference.add(root, null, 'left');
  const register = async (sponsor: string): Promise<string> => {
    const side = random.pick<Side>(['left', 'right']);
    const id = await place(sponsor, side);
    const [row] = await own.sql<{ parent: string }>('SELECT parent_id AS parent FROM tree_node WHERE id = $1', [id]);
    expect([seed, id, row?.parent]).toEqual([seed, id, reference.placeFor(sponsor, side)]);
    // Before the reference knows of the newcomer, who is the end of that side now.
    const other: Side = side === 'left' ? 'right' : 'left';
    const beyond = reference.placeFor(sponsor, other);
    const ends = { [side]: id, [other]: beyond === sponsor ? null : beyond };
    expect([seed, sponsor, await tree.endsOf(sponsor)]).toEqual([seed, sponsor, ends]);
    reference.add(id, row?.parent ?? null, side);
    return id;
  };

  for (let phase = 0; phase < 4; phase += 1) {
    // One long zigzag, so that lines are deep; the rest anywhere.
    let deepest = random.pick(reference.ids);
    for (let step = 0; step < 20; step += 1) deepest = await register(deepest);
    for (let step = 0; step < 25; step += 1) await register(random.pick(reference.ids));
    for (let sale = 0; sale < 40; sale += 1) {
      const [id, amount] = [random.pick(reference.ids), BigInt(1 + random.below(1_000_000))];
      await own.sql('INSERT INTO team_event (node_id, volume, day) VALUES ($1, $2, current_date)', [
        id,
        amount.toString(),
      ]);
      reference.node(id).volume += amount;
    }
    // In small bites: an event's order must not matter beyond parents before children.
    if (phase % 2 === 0) while (((await own.sql<{ n: number }>('SELECT team_roll_up(7) AS n'))[0]?.n ?? 0) > 0);
    else await rollUpAll();
    expect([seed, await sums(reference.ids)]).toEqual([seed, referenceSums(reference, reference.ids)]);
  }
  // The days of each make up what was ever.
  expect([seed, await sumsOfDays(reference.ids)]).toEqual([seed, referenceSums(reference, reference.ids)]);

  const lines = await own.sql<{ id: string; above: string[] }>(
    `SELECT b.id, array_agg(a.id ORDER BY a.id DESC)::text[] AS above
       FROM tree_node a CROSS JOIN tree_node b WHERE is_ancestor(a.id, b.id) GROUP BY b.id`,
  );
  expect([seed, Object.fromEntries(lines.map(({ id, above }) => [id, above]))]).toEqual([
    seed,
    Object.fromEntries(reference.ids.map((id) => [id, reference.line(id)])),
  ]);

  const sides = await own.sql<{ above: string; below: string; side: number | null }>(
    'SELECT a.id AS above, b.id AS below, side_below(a.id, b.id) AS side FROM tree_node a CROSS JOIN tree_node b',
  );
  const sideOf = (above: string, below: string): number | null => {
    const line = reference.line(below);
    const first = line[line.indexOf(above) - 1];
    return first === undefined ? null : ['left', 'right'].indexOf(reference.node(first).side);
  };
  expect([seed, sides.filter(({ above, below, side }) => side !== sideOf(above, below))]).toEqual([seed, []]);
  expect(
    await own.sql('SELECT side_below(0, 0), is_ancestor(0, $1) AS above, is_ancestor($1, 0) AS below', [root]),
  ).toEqual([{ side_below: null, above: false, below: false }]);
});

test('a leg of 5,000 is counted through every level of blocks, ever and by days', async () => {
  const root = await place(null, 'left');
  await own.sql(`SELECT tree_place($1, 0::smallint) FROM generate_series(1, 5000)`, [root]);
  await own.sql(
    `INSERT INTO team_event (node_id, volume, day)
       SELECT id, depth, current_date + (CASE WHEN depth % 7 = 0 THEN 1 ELSE 0 END) FROM tree_node WHERE depth > 0`,
  );
  await rollUpAll();
  const nodes = await own.sql<{ id: string; depth: number }>(
    'SELECT id, depth FROM tree_node WHERE depth IN (0, 1, 62, 63, 64, 65, 127, 128, 4094, 4095, 4096, 4097, 4999, 5000)',
  );
  const below = (depth: number, counts: (depth: number) => boolean): number =>
    Array.from({ length: 5000 - depth }, (_, n) => depth + 1 + n)
      .filter(counts)
      .reduce((sum, each) => sum + each, 0);
  expect(await sums(nodes.map(({ id }) => id))).toEqual(
    Object.fromEntries(
      nodes.map(({ id, depth }) => [id, [String(5000 - depth), '0', String(below(depth, () => true)), '0']]),
    ),
  );
  const days = await own.sql<{ depth: number; volumes: string[] }>(
    `SELECT n.depth, array_agg(d.left_volume ORDER BY d.day)::text[] AS volumes
       FROM tree_node n CROSS JOIN LATERAL team_daily(n.id, current_date - 3, current_date + 1) d WHERE n.id = ANY ($1) GROUP BY 1`,
    [nodes.map(({ id }) => id)],
  );
  const expected = nodes.map(({ depth }) => ({
    depth,
    volumes: [below(depth, (each) => each % 7 !== 0), below(depth, (each) => each % 7 === 0)]
      .filter(Boolean)
      .map(String),
  }));
  expect(days.toSorted((a, b) => a.depth - b.depth)).toEqual(
    expected.filter(({ volumes }) => volumes.length > 0).toSorted((a, b) => a.depth - b.depth),
  );
});

describe('at once', () => {
  test.each([2, 20])('%i registrations for one place all succeed, one below the other', async (many) => {
    const root = await place(null, 'left');
    const ids = await Promise.all(Array.from({ length: many }, () => place(root, 'right')));
    const chain = await own.sql<{ id: string; parent: string }>(
      'SELECT id, parent_id AS parent FROM tree_node WHERE parent_id IS NOT NULL ORDER BY depth',
    );
    expect(new Set(chain.map(({ id }) => id))).toEqual(new Set(ids));
    expect(chain.map(({ parent }) => parent)).toEqual([root, ...chain.slice(0, -1).map(({ id }) => id)]);
    await rollUpAll();
    expect((await sums([root]))[root]?.slice(0, 2)).toEqual(['0', String(many)]);
  });

  test('several writers of the index and registrations count everybody once', async () => {
    const root = await place(null, 'left');
    const registrations = Array.from({ length: 60 }, (_, index) => place(root, index % 3 === 0 ? 'left' : 'right'));
    const writers = Array.from({ length: 6 }, async () => {
      for (let round = 0; round < 10; round += 1) await tree.rollUp();
    });
    await Promise.all([...registrations, ...writers]);
    await rollUpAll();
    expect((await sums([root]))[root]?.slice(0, 2)).toEqual(['20', '40']);
    expect(await own.sql('SELECT count(*)::int FROM team_event')).toEqual([{ count: 0 }]);
  });

  test('there is one root: a second is refused', async () => {
    await place(null, 'left');
    await expect(place(null, 'left')).rejects.toThrow();
  });
});

test('a registration that is rolled back leaves its place to the next', async () => {
  const root = await place(null, 'left');
  await expect(
    database.inTransaction(async () => {
      await tree.place(root, 'left');
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  const next = await place(root, 'left');
  expect(await own.sql('SELECT parent_id FROM tree_node WHERE id = $1', [next])).toEqual([{ parent_id: root }]);
});

test('in a team of hundreds the search finds who begins so, and nobody alongside it', async () => {
  const root = await place(null, 'left');
  const head = await place(root, 'left');
  await own.sql('SELECT tree_place($1, 0::smallint) FROM generate_series(1, 400)', [head]);
  await own.sql('SELECT tree_place($1, 1::smallint) FROM generate_series(1, 60)', [root]);
  await own.sql(
    `INSERT INTO member (id, username, username_key, email, email_key, password_hash, language, invitation_code, created_at)
       SELECT id, name, lower(name), id || '@example.com', id || '@example.com', 'x', 'en', 'C' || id, now()
         FROM (SELECT id, CASE WHEN is_ancestor($1, id) THEN 'Ann' ELSE 'anb' END || lpad(id::text, 4, '0') AS name FROM tree_node) named`,
    [head],
  );
  await rollUpAll();
  const searchOf = async (member: string, prefix: string) =>
    (await tree.search(member, prefix)).map(({ username, side }) => [username.slice(0, 3), side]);
  expect(await searchOf(head, 'ann')).toEqual([['Ann', null], ...Array.from({ length: 7 }, () => ['Ann', 'left'])]);
  expect(await searchOf(head, 'anb')).toEqual([]);
  expect(await searchOf(root, 'anb')).toEqual([['anb', null], ...Array.from({ length: 7 }, () => ['anb', 'right'])]);
  const alphabet = (await tree.search(root, 'an')).map(({ username }) => username.toLowerCase());
  expect(alphabet).toEqual(alphabet.toSorted());
});

test('on a path of hundreds of thousands every segment counts once, for ever and by days, wherever one stands', async () => {
  // A path with members only around the ends of its segments: what is between has nothing to add.
  const ends = [
    0, 63, 64, 65, 4_095, 4_096, 8_191, 32_767, 32_768, 65_536, 262_143, 262_144, 262_145, 294_912, 524_288,
  ];
  const head = await place(null, 'left');
  await rollUpAll();
  const start = Number(head);
  const ids = ends.map((pos) => String(start + pos));
  await own.sql(
    `SET session_replication_role = replica;
     INSERT INTO tree_node (id, parent_id, side, sponsor_id, depth, jump_id, jump_depth, leg_id, leg_position)
       SELECT ${start} + pos, ${start} + pos - 1, 0, ${start}, pos, ${start}, 0, 0, pos FROM unnest(ARRAY[${ends}]) AS pos WHERE pos > 0;
     INSERT INTO team (node_id, path, pos, anchor, heavy_side, light)
       SELECT ${start} + pos, ${start}, pos, NULL, 0, 0 FROM unnest(ARRAY[${ends}]) AS pos WHERE pos > 0;
     INSERT INTO team_event (node_id, volume, day, at)
       SELECT ${start} + pos, (1::bigint << n::integer), current_date - (n % 3)::integer, now()
         FROM unnest(ARRAY[${ends}]) WITH ORDINALITY AS given (pos, n);
     SET session_replication_role = origin`,
  );
  await rollUpAll();
  // Each has a power of two of its own: a sum says of whom it is.
  const below = ends.map((_pos, place) => ends.reduce((sum, _each, n) => (n > place ? sum + 2 ** (n + 1) : sum), 0));
  const volumes = (reported: Record<string, readonly string[]>) => ids.map((id) => Number(reported[id]?.[2]));
  expect(volumes(await sums(ids))).toEqual(below);
  expect(volumes(await sumsOfDays(ids))).toEqual(below);
});
