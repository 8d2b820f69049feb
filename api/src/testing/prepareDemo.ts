import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApplication } from '../application.ts';
import { createLog } from '../ground/log.ts';
import { readSettings } from '../settings.ts';
import { createTestDatabase } from './testDatabase.ts';

/** Seeds the demo team once, as a first start does, into the database that every application under test is a copy of. */
export async function prepareDemo(): Promise<void> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'trellis-demo-'));
  const config = { ...readSettings({ PORT: '0', DATA_DIR: dataDir }), secrets: [randomBytes(32)] };
  const log = createLog(config.logLevel, join(dataDir, 'trellis.log'));
  const application = createApplication({ config, log, databaseUrl: database.url });
  try {
    await application.seedDemo(database.ownerUrl);
  } finally {
    // What failed before is what is to be told, and not that it could not be closed either.
    await application.close().catch(() => undefined);
    rmSync(dataDir, { recursive: true, force: true });
  }
  await database.keepAsDemo();
}
