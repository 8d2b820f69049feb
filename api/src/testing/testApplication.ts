import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Application, type ApplicationOptions, createApplication } from '../app/application.ts';
import { readSettings, type Settings } from '../app/settings.ts';
import { openBucket } from '../delivery/releases/bucket/openBucket.ts';
import { openDatabaseClock } from '../development/databaseClock.ts';
import { demoPassword } from '../development/demo/team.ts';
import { type Clock, DevelopmentClock, MovableClock } from '../ground/clock.ts';
import { createLog } from '../ground/log.ts';
import { Client } from './client.ts';
import { hashCost, prepareDemo } from './prepareDemo.ts';
import { testReleaseKeys } from './releaseKeys.ts';
import { createTestDatabase, type TestDatabase } from './testDatabase.ts';

export { type Answer, Client, newKey } from './client.ts';

export interface TestApplication {
  readonly application: Application;
  readonly database: TestDatabase;
  /** Moves what the process sees; what the database sees only with a `DevelopmentClock` and `openDatabaseClock`. */
  readonly clock: Clock & { advance(milliseconds: number): void };
  readonly origin: string;
  readonly dataDir: string;
  /** A caller without a session. */
  readonly visitor: Client;
  /** A caller logged in as a demo member. */
  logIn(username: string, password?: string): Promise<Client>;
  close(): Promise<void>;
}

/** The whole application on a database of its own, with the demo team and a clock to move. */
export async function startTestApplication(
  overrides: Partial<Settings> = {},
  more: Pick<ApplicationOptions, 'localChains' | 'clock' | 'tracing'> = {},
): Promise<TestApplication> {
  await prepareDemo();
  const database = await createTestDatabase('demo');
  const dataDir = mkdtempSync(join(tmpdir(), 'trellis-data-'));
  const clock = more.clock instanceof DevelopmentClock ? more.clock : new MovableClock();
  const config: Settings = {
    ...readSettings({ PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'info' }),
    secrets: [randomBytes(32)],
    // Most tests are about something else.
    secondFactor: false,
    releaseKeys: testReleaseKeys.ring,
    ...overrides,
  };
  const log = createLog(config.logLevel, join(dataDir, 'trellis.log'));
  const bucket = await openBucket(config.releaseBucket);
  if (more.clock instanceof DevelopmentClock) await openDatabaseClock(database.ownerUrl, more.clock);
  const application = createApplication({ config, log, databaseUrl: database.url, clock, bucket, hashCost, ...more });
  const origin = `http://127.0.0.1:${await application.listen()}`;
  const visitor = new Client(origin);
  return {
    application,
    database,
    clock,
    origin,
    dataDir,
    visitor,
    async logIn(username, password = demoPassword) {
      const answer = await visitor.post('/api/v1/session', { username, password });
      if (answer.status !== 200) throw new Error(`log-in of ${username} answered ${answer.status}`);
      return visitor.after(answer);
    },
    async close() {
      await application.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
