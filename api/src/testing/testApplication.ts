import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from '@trellis/api-contract';
import { type Application, type ApplicationOptions, createApplication } from '../application.ts';
import { openBucket } from '../delivery/releases/bucket/openBucket.ts';
import { openDatabaseClock } from '../development/databaseClock.ts';
import { demoPassword } from '../development/demo/team.ts';
import { DevelopmentClock, MovableClock } from '../ground/clock.ts';
import { createLog } from '../ground/log.ts';
import { readSettings, type Settings } from '../settings.ts';
import { testReleaseKeys } from './releaseKeys.ts';
import { createTestDatabase, type TestDatabase } from './testDatabase.ts';

export interface TestApplication {
  readonly application: Application;
  readonly database: TestDatabase;
  readonly clock: MovableClock;
  readonly origin: string;
  readonly dataDir: string;
  /** A caller without a session. */
  readonly visitor: Client;
  /** A caller logged in as a demo member. */
  logIn(username: string, password?: string): Promise<Client>;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
  readonly problem: Problem;
}

/** Calls the API as our own page would. */
export class Client {
  readonly #origin: string;
  readonly #cookie: string | undefined;

  constructor(origin: string, cookie?: string) {
    this.#origin = origin;
    this.#cookie = cookie;
  }

  get cookie(): string {
    return this.#cookie ?? '';
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, JSON.stringify(body), headers);
  }

  /** The same browser, after an answer that gave it other cookies. */
  after(answer: Answer): Client {
    const jar = new Map((this.#cookie ?? '').split('; ').map((pair) => [pair.split('=')[0], pair]));
    for (const line of answer.headers.getSetCookie()) {
      const pair = line.split(';')[0] ?? '';
      const [name = '', value] = pair.split('=');
      if (value === '') jar.delete(name);
      else jar.set(name, pair);
    }
    jar.delete('');
    return new Client(this.#origin, [...jar.values()].join('; '));
  }

  /** A transfer with a key of its own unless one is given. */
  transfer(recipient: string, amount: string, key: string = newKey(), code?: string): Promise<Answer> {
    const order = { recipient, amount, unit: 'USD', ...(code !== undefined && { code }) };
    return this.post('/api/v1/transfers', order, { 'idempotency-key': key });
  }

  async send(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(this.#origin + path, {
      method,
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.#cookie === undefined ? {} : { cookie: this.#cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const parsed: unknown = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : {};
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parsed as Record<string, unknown>,
      problem: parsed as Problem,
    };
  }
}

export const newKey = (): string => randomUUID();

/** The whole application on a database of its own, with the demo team and a clock to move. */
export async function startTestApplication(
  overrides: Partial<Settings> = {},
  more: Pick<ApplicationOptions, 'localChains' | 'clock'> = {},
): Promise<TestApplication> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'trellis-data-'));
  const clock = new MovableClock();
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
  if (more.clock instanceof DevelopmentClock) await openDatabaseClock(database.url, more.clock);
  const application = createApplication({ config, log, databaseUrl: database.url, clock, bucket, ...more });
  await application.seedDemo();
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
