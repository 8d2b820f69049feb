import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  migrate,
  readLockFile,
  setLoginPassword,
  startEmbeddedPostgres,
} from '../../../api/src/testing/index.ts';

/** What Postgres has used so far. */
export interface Meter {
  /** All processes of the server, in microseconds. */
  readonly cpuUs: number;
  readonly walBytes: number;
}

/** What a cluster is made of. */
interface Started {
  readonly folder: string;
  readonly server: EmbeddedPostgres;
  readonly admin: pg.Client;
}

/** A Postgres of its own, migrated and opened as the product would, with nobody in it. */
export class EmptyCluster {
  readonly folder: string;
  /** As the owner. */
  protected readonly admin: pg.Client;
  readonly #server: EmbeddedPostgres;

  protected constructor({ folder, server, admin }: Started) {
    this.folder = folder;
    this.admin = admin;
    this.#server = server;
  }

  static async create(): Promise<EmptyCluster> {
    return new EmptyCluster(await EmptyCluster.start());
  }

  protected static async start(): Promise<Started> {
    const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'));
    chmodSync(folder, 0o755);
    const server = await startEmbeddedPostgres(folder);
    await migrate(server.url);
    await setLoginPassword(server.url, server.applicationUrl);
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    await wearIn(admin);
    return { folder, server, admin };
  }

  /** As the owner. */
  get ownerUrl(): string {
    return this.#server.url;
  }

  /** As the product logs in. */
  get url(): string {
    return this.#server.applicationUrl;
  }

  async meter(): Promise<Meter> {
    const { rows } = await this.admin.query<{ wal: string }>(`SELECT pg_current_wal_lsn() - '0/0' AS wal`);
    return { cpuUs: this.#cpuUs(), walBytes: Number(rows[0]?.wal) };
  }

  /** On a connection of its own, which ends with the work, and with it what was set in its session. */
  async asOwner<Result>(work: (owner: pg.Client) => Promise<Result>): Promise<Result> {
    const owner = new pg.Client({ connectionString: this.ownerUrl });
    await owner.connect();
    try {
      return await work(owner);
    } finally {
      await owner.end();
    }
  }

  async remove(): Promise<void> {
    await this.admin.end();
    await this.#server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Running processes by the scheduler's own count, and those that have ended by what the server inherited. */
  #cpuUs(): number {
    const pid = readLockFile(this.#server)?.pid;
    const running = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const nanoseconds = running.map((child) => {
      try {
        return Number(readFileSync(`/proc/${child}/schedstat`, 'utf8').split(' ')[0]);
      } catch {
        return 0;
      }
    });
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const endedTicks = Number(fields[13]) + Number(fields[14]);
    return nanoseconds.reduce((sum, spent) => sum + spent, 0) / 1_000 + endedTicks * 10_000;
  }
}

/**
 * Makes it like a server that has been running. Otherwise the first contenders pay for what happens once: every page
 * of its shared buffers touched for the first time, and new segments of WAL written full of zeros.
 */
async function wearIn(admin: pg.Client): Promise<void> {
  // More than the buffers hold, and row by row: COPY and CREATE TABLE AS keep to a few buffers.
  await admin.query('CREATE TABLE filler (text text)');
  await admin.query(`INSERT INTO filler SELECT repeat('-', 2000) FROM generate_series(1, 140_000)`);
  await admin.query('DROP TABLE filler');
  await admin.query('CHECKPOINT');
}
