/** `npm run verify:watch`: the hourly verification in a process of its own, until it is asked to stop. */
import { readSettings } from '../app/settings.ts';
import { clockOf } from '../ground/clock.ts';
import { createLog } from '../ground/log.ts';
import { verification } from '../ledger/verification/verification.ts';
import { Database } from '../platform/db/database.ts';
import { checkReachable } from '../platform/db/withClient.ts';
import { runningApplicationUrl } from '../platform/embedded/postgres.ts';
import { Jobs } from '../platform/jobs/loop.ts';
import { run } from './run.ts';

const usage = `Usage: npm run verify:watch
Verifies the books once an hour in a process of its own, until it is asked to stop; the product then has VERIFICATION=off.
With the variables of the product. Of several one does it.`;

run(usage, async () => {
  const config = readSettings(process.env);
  const url = config.databaseUrl ?? (await runningApplicationUrl(config.dataDir));
  await checkReachable(url, 'DATABASE_URL');
  const log = createLog(config.logLevel, 1);
  const database = new Database({ url, poolSize: 2 });
  const jobs = new Jobs([verification(database, url, log)], { database, clock: clockOf(config), log });
  log.info({}, 'verifying once an hour');
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
  await jobs.stop();
  await database.close();
});
