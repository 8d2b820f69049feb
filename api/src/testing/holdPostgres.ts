/** A process that owns an embedded Postgres until it is killed: `node holdPostgres.ts <folder>` prints its address. */
import { startEmbeddedPostgres } from '../platform/embedded/postgres.ts';

const [, , dataDir = ''] = process.argv;
startEmbeddedPostgres(dataDir).then(
  ({ url }) => {
    process.stdout.write(`${url}\n`);
    setInterval(() => undefined, 60_000);
  },
  (error: unknown) => {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
