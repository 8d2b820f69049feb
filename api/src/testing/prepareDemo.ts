import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApplication } from '../app/application.ts';
import { readSettings } from '../app/settings.ts';
import { createLog } from '../ground/log.ts';
import { createTestDatabase, onServer } from './testDatabase.ts';

/** Thousands of passwords are hashed by tests of something else; passwords.test.ts holds what the product takes. */
export const hashCost = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

/** One worker seeds, and the others wait for it. */
const seedingLock = 7_719;
let isPrepared = false;

/**
 * Sees to it that there is a database with the demo team to copy: it is seeded once, as a first start does, by the first
 * test of the run that needs it. Tests of the ledger alone never do.
 */
export async function prepareDemo(): Promise<void> {
  if (isPrepared) return;
  await onServer(seedingLock, async (server) => {
    const { rowCount } = await server.query(`SELECT 1 FROM pg_database WHERE datname = 'trellis_demo'`);
    if (rowCount === 0) await seed();
  });
  isPrepared = true;
}

async function seed(): Promise<void> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'trellis-demo-'));
  const config = { ...readSettings({ PORT: '0', DATA_DIR: dataDir }), secrets: [randomBytes(32)] };
  const log = createLog(config.logLevel, join(dataDir, 'trellis.log'));
  const application = createApplication({ config, log, databaseUrl: database.url, hashCost });
  try {
    await application.seedDemo(database.ownerUrl);
  } finally {
    // What failed before is what is to be reported, and not that it could not be closed either.
    await application.close().catch(() => undefined);
    rmSync(dataDir, { recursive: true, force: true });
  }
  await database.keepAsDemo();
}
