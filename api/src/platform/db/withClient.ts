import type { Client } from 'pg';
import { ExplainedError } from '../../ground/explainedError.ts';
import { postgresFailure, SafeClient } from './database.ts';

/**
 * Works with a connection of its own, outside every pool.
 * @throws ExplainedError if the database is out of reach, or does not let this login in
 */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new SafeClient({ connectionString: url, application_name: 'trellis beside' });
  await client.connect().catch((error: unknown) => {
    throw new ExplainedError(explain(url, postgresFailure(error)?.code), { cause: error });
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function explain(url: string, code: string | undefined): string {
  // 28P01 and 28000: the server is there, and does not let them in. 08P01: a pooler says so.
  if (code === '28P01' || code === '28000' || code === '08P01')
    return `The database lets ${decodeURIComponent(new URL(url).username)} not in (${code}): npm run migrate makes the login of DATABASE_URL with its password; OWNER_DATABASE_URL names the owner.`;
  return `The database cannot be reached (${code ?? 'no answer'}): see that it runs, and that DATABASE_URL names it with a user who may log in.`;
}
