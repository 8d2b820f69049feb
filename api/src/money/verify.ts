/** `npm run verify`: checks every invariant of ledger and tree, names the rows at fault, exits 1 if any is broken. */
import { readConfig } from '../config.ts';
import { runningPostgresUrl, startEmbeddedPostgres } from '../embedded/postgres.ts';
import { StartupError } from '../startupError.ts';
import { verifyAll } from './verifier.ts';

async function main(): Promise<boolean> {
  const config = readConfig(process.env);
  if (config.databaseUrl !== undefined) return report(config.databaseUrl);
  // Beside a running Trellis its Postgres is used; otherwise it is started for the moment.
  const running = await runningPostgresUrl(config.dataDir).catch(() => undefined);
  if (running !== undefined) return report(running);
  const postgres = await startEmbeddedPostgres(config.dataDir);
  try {
    return await report(postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function report(url: string): Promise<boolean> {
  const findings = await verifyAll(url);
  const broken = findings.filter(({ rows }) => rows.length > 0);
  for (const { name, rows } of findings) {
    process.stdout.write(`${rows.length === 0 ? 'ok  ' : 'RED '} ${name}\n`);
    for (const row of rows) process.stdout.write(`       ${JSON.stringify(row)}\n`);
  }
  process.stdout.write(
    broken.length === 0
      ? `All ${findings.length} invariants hold.\n`
      : `${broken.length} of ${findings.length} invariants are broken.\n`,
  );
  return broken.length === 0;
}

main()
  .then((clean) => {
    process.exitCode = clean ? 0 : 1;
  })
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
    process.exitCode = 2;
  });
