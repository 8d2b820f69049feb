import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { InstalledServer } from '../../platform/embedded/installed.ts';
import { postgresPrograms, runPostgres } from './programs.ts';

/**
 * Restores a dump on a server of its own, which nobody else reaches and which is gone afterwards.
 * @param owner the login that owns the database, as the dump names it
 * @param work gets the address of the copy, as that owner
 */
export async function onCopy<Result>(
  dump: string,
  owner: string,
  work: (ownerUrl: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-copy-'));
  const password = randomBytes(24).toString('base64url');
  let server: InstalledServer | undefined;
  try {
    server = await InstalledServer.start(postgresPrograms(), folder, { password });
    const admin = new pg.Client({ connectionString: server.url('postgres', 'postgres') });
    await admin.connect();
    const name = pg.escapeIdentifier(owner);
    try {
      if (owner !== 'postgres')
        await admin.query(`CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD ${pg.escapeLiteral(password)}`);
      await admin.query(`GRANT pg_read_all_stats TO ${name}`);
      await admin.query(`CREATE DATABASE copy OWNER ${name}`);
    } finally {
      await admin.end();
    }
    const url = server.url(owner, 'copy');
    await runPostgres('pg_restore', ['--no-privileges', '--exit-on-error', '--dbname=copy', dump], url);
    return await work(url);
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
