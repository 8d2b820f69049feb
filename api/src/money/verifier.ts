import pg from 'pg';
import { type Invariant, ledgerInvariants, treeInvariants } from './invariants.ts';

/** What one invariant's check found. */
export interface Finding {
  readonly name: string;
  /** The rows at fault, at most `shownRows`. Empty: it holds. */
  readonly rows: readonly object[];
}

const shownRows = 20;

/**
 * Checks every invariant on one consistent snapshot, with a connection and SQL of its own: it shares nothing with
 * the code that moves money.
 */
export async function verifyAll(url: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'trellis verify' });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const findings: Finding[] = [];
    for (const invariant of [...ledgerInvariants, ...treeInvariants]) findings.push(await check(client, invariant));
    findings.push(await checkPeople(client));
    await client.query('COMMIT');
    return findings;
  } finally {
    await client.end();
  }
}

async function check(client: pg.Client, { name, sql }: Invariant): Promise<Finding> {
  const { rows } = await client.query<object>(`SELECT * FROM (${sql}) faults LIMIT ${shownRows}`);
  return { name, rows };
}

interface NodeRow {
  readonly id: string;
  readonly parent_id: string | null;
  readonly side: number;
  readonly pending: boolean;
  readonly left_people: string;
  readonly right_people: string;
}

/** Recounts the people below every node, child before parent (a child's id is larger), and compares with the index. */
async function checkPeople(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<NodeRow>(
    `SELECT n.id, n.parent_id, n.side, w.left_people, w.right_people,
            EXISTS (SELECT 1 FROM team_event e WHERE e.node_id = n.id AND e.people > 0) AS pending
       FROM tree_node n CROSS JOIN LATERAL team_window(n.id, 0) w ORDER BY n.id DESC`,
  );
  const below = new Map<string, [left: number, right: number]>();
  const faults: object[] = [];
  for (const { id, parent_id: parent, side, pending, left_people: left, right_people: right } of rows) {
    const counted = below.get(id) ?? [0, 0];
    if (!pending && (counted[0] !== Number(left) || counted[1] !== Number(right)))
      faults.push({ id, index: [Number(left), Number(right)], counted });
    if (parent === null) continue;
    // A node whose event still waits is not in the index yet; those below it may be only after it.
    const people = counted[0] + counted[1] + (pending ? 0 : 1);
    const sides = below.get(parent) ?? [0, 0];
    sides[side === 0 ? 0 : 1] += people;
    below.set(parent, sides);
  }
  return { name: 'the index counts the people on each side of every node', rows: faults.slice(0, shownRows) };
}
