import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { faultsOf } from '../../ledger/verification/invariant.ts';
import { treeInvariants } from '../../ledger/verification/invariants.ts';
import { Database } from '../../platform/db/database.ts';
import { Random } from '../../testing/random.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { type Side, Tree } from './tree.ts';

/** What the verifier says of the people that the index counts: nothing while it is right, and where it is wrong otherwise. */
let own: TestDatabase;
let database: Database;
let owner: pg.Client;
let tree: Tree;
const ids: string[] = [];
const random = new Random();

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 2 });
  owner = new pg.Client({ connectionString: own.ownerUrl });
  await owner.connect();
  tree = new Tree(database);
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await own.drop();
});

const name = 'the index counts the people on each side of every node';
const sql = faultsOf(treeInvariants.find((each) => each.name === name)?.sql ?? '');
/** Which nodes it names. */
const faulty = async (): Promise<string[]> =>
  (await owner.query<{ row: { id: string } }>(sql, [1_000])).rows.map(({ row }) => row.id).sort();
const place = async (sponsor: string | null, side: Side): Promise<string> => {
  const id = await database.inTransaction(() => tree.place(sponsor, side));
  ids.push(id);
  return id;
};
const rollUpAll = async (): Promise<void> => {
  while ((await tree.rollUp()) > 0);
};
/** Runs what nobody may do, sees what is found, and takes it back. */
async function whileWrong(statement: string): Promise<string[]> {
  await owner.query('BEGIN');
  try {
    await owner.query(statement);
    return await faulty();
  } finally {
    await owner.query('ROLLBACK');
  }
}

test('a tree that grows at random is right after every roll-up, and while some of it still waits', async () => {
  await place(null, 'left');
  for (let phase = 0; phase < 12; phase += 1) {
    for (let n = 0; n < 25; n += 1) await place(random.pick(ids), random.pick(['left', 'right'] as const));
    expect(await faulty()).toEqual([]);
    if (phase % 3 !== 1) await rollUpAll();
    expect(await faulty()).toEqual([]);
  }
  await rollUpAll();
});

test('one that is counted twice is found at its node or at the one above', async () => {
  const id = random.pick(ids.slice(1));
  const named = await whileWrong(`UPDATE team SET people = people + 1 WHERE node_id = ${id}`);
  expect(named.length).toBeGreaterThan(0);
});

test('one that the index lost is named, and so is one that it never took', async () => {
  const lost = random.pick(ids.slice(1));
  expect(await whileWrong(`DELETE FROM team WHERE node_id = ${lost}`)).toContain(lost);
  const forgotten = await place(random.pick(ids), 'left');
  expect(await whileWrong(`DELETE FROM team_event WHERE node_id = ${forgotten}`)).toEqual([forgotten]);
  await rollUpAll();
});

test('one that is counted already and still waits is named: it would be counted again', async () => {
  const waiting = random.pick(ids);
  expect(
    await whileWrong(`INSERT INTO team_event (node_id, people, day) VALUES (${waiting}, 1, current_date)`),
  ).toEqual([waiting]);
});
