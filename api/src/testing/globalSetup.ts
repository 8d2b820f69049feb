import { chmodSync } from 'node:fs';
import { setLoginPassword } from '../platform/db/makeLogin.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded/postgres.ts';
import { scratchFolder } from './scratch.ts';

declare global {
  var testPostgres: { readonly server: EmbeddedPostgres; readonly directory: string } | undefined;
}

/** One Postgres for the whole run; a migrated database is made once, and copied for every test file. */
export default async function setUp(): Promise<void> {
  const directory = scratchFolder('trellis-test-');
  chmodSync(directory, 0o755);
  const server = await startEmbeddedPostgres(directory);
  await migrate(server.url);
  await setLoginPassword(server.url, server.applicationUrl);
  globalThis.testPostgres = { server, directory };
  process.env.TEST_POSTGRES_URL = server.url;
  process.env.TEST_APPLICATION_URL = server.applicationUrl;
}
