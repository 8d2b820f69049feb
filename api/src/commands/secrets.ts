import { readSettings } from '../app/settings.ts';
import { developmentSecrets } from '../ground/config.ts';
import { ExplainedError } from '../ground/explainedError.ts';
import { countSealed, sealAgain } from '../identity/credentials/sealedColumns.ts';
import { Database } from '../platform/db/database.ts';
import { checkReachable } from '../platform/db/withClient.ts';
import { runningPostgresUrl } from '../platform/embedded/postgres.ts';
import { run, say } from './run.ts';

const usage = `Usage:
  npm run secrets           under which of the SECRET_KEYS the authenticators of members and operators are sealed
  npm run secrets -- seal   seals all of them again with the first key: then the others can be taken out of SECRET_KEYS`;

run(usage, async () => {
  const [command, ...others] = process.argv.slice(2);
  if ((command !== undefined && command !== 'seal') || others.length > 0) throw new ExplainedError(usage);
  const settings = readSettings(process.env);
  const secrets = settings.secrets.length > 0 ? settings.secrets : developmentSecrets(settings.dataDir);
  if (settings.databaseUrl !== undefined && settings.ownerDatabaseUrl === undefined)
    throw new ExplainedError(
      'OWNER_DATABASE_URL is missing: the secrets of operators are changed by the owner of the database.',
    );
  const url = settings.ownerDatabaseUrl ?? (await runningPostgresUrl(settings.dataDir));
  await checkReachable(url, 'OWNER_DATABASE_URL');
  const database = new Database({ url, poolSize: 1 });
  try {
    if (command === 'seal') say(`${await sealAgain(database, secrets)} sealed again with the first key.`);
    const counts = await countSealed(database, secrets);
    if (counts.length === 0) say('Nothing is sealed yet.');
    for (const { table, keyId, count, key } of counts) say(`${table}  key ${keyId} (${key}): ${count}`);
  } finally {
    await database.close();
  }
});
