import pg from 'pg';

/** Runs statements together, then notifies the planner what is there now. */
export async function inOneTransaction(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`BEGIN; ${statements}; COMMIT`);
    await client.query('SET session_replication_role = DEFAULT');
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

/** One value of each of some rows that are there. */
export async function valuesOf(url: string, query: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: string }>(query);
    return rows.map(({ value }) => value);
  } finally {
    await client.end();
  }
}
