import pg from 'pg';

/** Who has what falls due and nothing else; far from the ids of the tree and of its bare accounts. */
export const firstHolder = 5_000_001;
/** In the mean so much falls due for one member on one day. */
const dueOfHolder = 2.5;

/** A statement, and what is bound to it. */
export type Statement = readonly [sql: string, ...values: unknown[]];

export const holdersOf = (due: number): number => Math.ceil(due / dueOfHolder);

/** Runs what fills a day in one transaction, and leaves the tables as a server that has been running has them. */
export async function fill(ownerUrl: string, statements: readonly Statement[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const [statement, ...values] of statements) await client.query(statement, values);
    await client.query('COMMIT');
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

/** Makes so many holders, each with a place in the tree. */
export const makeHolders = (holders: number): readonly Statement[] => [
  [
    `INSERT INTO tree_node (id, parent_id, side, depth, jump_id, jump_depth, leg_id, leg_position)
     SELECT id, nullif(id, $1::bigint) - 1, 0, id - $1, $1, 0, $1, id - $1 FROM generate_series($1::bigint, $1 + $2::integer - 1) AS id`,
    firstHolder,
    holders,
  ],
  [
    `INSERT INTO member (id, username, username_key, email, email_key, password_hash, language, invitation_code, created_at, country)
     SELECT id, 'holder' || id, 'holder' || id, 'h' || id || '@example.com', 'h' || id || '@example.com', '-', 'en', 'H' || id, now(), 'JP'
       FROM generate_series($1::bigint, $1 + $2::integer - 1) AS id`,
    firstHolder,
    holders,
  ],
];
