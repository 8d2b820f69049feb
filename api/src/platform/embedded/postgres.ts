import { closeSync, existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ExplainedError } from '../../ground/explainedError.ts';
import { chooseUser, findBinaries } from './binaries.ts';
import {
  applicationAddressOf,
  type Cluster,
  type ClusterFiles,
  clusterFiles,
  createCluster,
  database,
  dataDirOf,
  lastLines,
  makeApplicationPassword,
  makeDirectory,
  openLog,
  ownerAddressOf,
  postgresFailure,
  readLockFile,
} from './cluster.ts';
import { freePort, isAlive, start } from './processes.ts';

/** A running Postgres that this process owns. */
export interface EmbeddedPostgres {
  /** Connection address of the owner with the random password; never logged. */
  readonly url: string;
  /** Of the application's login, once it is made (makeLogin.ts of the database). */
  readonly applicationUrl: string;
  readonly dataDirectory: string;
  /** Fast shutdown; resolves when the server is gone. */
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;
const lockRetryMs = 5_000;
/** Advisory lock, held by one connection as long as a Trellis process owns the data folder. */
const ownerLock = 7_701;

const settings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '120',
  shared_buffers: '256MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '5min',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Starts the embedded Postgres in `<dataDir>/postgres`, or takes over one that a killed process left running there.
 * @throws ExplainedError in one sentence if it cannot
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const binaries = findBinaries();
  makeDirectory(dataDir);
  const runAs = chooseUser(binaries, dataDir);
  const cluster: Cluster = {
    ...clusterFiles(dataDir),
    logFile: join(dataDir, 'postgres.log'),
    binaries,
    runAs,
  };
  if (!existsSync(join(cluster.dataDirectory, 'PG_VERSION'))) await createCluster(cluster);
  makeApplicationPassword(cluster);
  const orphan = await attach(cluster);
  return orphan ?? (await launch(cluster));
}

/**
 * Address of the embedded Postgres that a running Trellis owns on this data folder, as the owner: for migrations, what is
 * the owner's alone, and the verifier.
 * @throws ExplainedError if none runs
 */
export const runningPostgresUrl = async (dataDir: string): Promise<string> => runningAddress(dataDir, ownerAddressOf);

/** The same as the application: for commands that do what the product does, alongside it. @throws ExplainedError as above */
export const runningApplicationUrl = async (dataDir: string): Promise<string> =>
  runningAddress(dataDir, applicationAddressOf);

function runningAddress(dataDir: string, addressOf: (files: ClusterFiles, port: number) => string): string {
  const files = clusterFiles(dataDir);
  const lock = readLockFile(files);
  if (!lock || !isAlive(lock.pid))
    throw new ExplainedError(`No Trellis runs on ${dataDir}: start it with npm start, or set DATABASE_URL.`);
  return addressOf(files, lock.port);
}

/** Takes over a server that still runs on our data folder. `undefined`: there is none. */
async function attach(cluster: Cluster): Promise<EmbeddedPostgres | undefined> {
  const lock = readLockFile(cluster);
  if (!lock || !isAlive(lock.pid)) return undefined;
  const url = ownerAddressOf(cluster, lock.port);
  try {
    const owner = await claim(url, cluster, 3_000);
    return handle(cluster, lock.port, lock.pid, owner);
  } catch (error) {
    if (error instanceof ExplainedError) throw error;
    // Alive, but not our server (the pid was used again): Postgres itself then replaces the stale lock file.
    return undefined;
  }
}

async function launch(cluster: Cluster): Promise<EmbeddedPostgres> {
  const giveUpAt = Date.now() + lockRetryMs;
  for (;;) {
    const port = await freePort();
    const log = openLog(cluster);
    const args = ['-D', cluster.dataDirectory, '-p', String(port)];
    for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
    // Detached: Ctrl-C reaches the whole terminal group, and Postgres must outlive the requests still being answered.
    const child = start(cluster.runAs, cluster.binaries.postgres, args, {
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('exit', resolve);
      child.once('error', reject);
    });
    const url = ownerAddressOf(cluster, port);
    const over = new AbortController();
    const claimed = claim(url, cluster, startTimeoutMs, over.signal);
    const first = await Promise.race([claimed, ended]).catch((error: unknown) => error);
    over.abort();
    if (first instanceof pg.Client && child.pid !== undefined) {
      child.unref();
      return handle(cluster, port, child.pid, first);
    }
    const output = lastLines(cluster.logFile);
    // After a kill -9 of the server itself, its lock file stays until the process is reaped: one to two seconds.
    if (/lock file .*postmaster\.pid.* already exists/.test(output) && Date.now() < giveUpAt) {
      await delay(250);
      continue;
    }
    if (child.exitCode === null) child.kill('SIGQUIT');
    if (first instanceof ExplainedError) throw first;
    throw postgresFailure('The embedded Postgres did not start', output, cluster);
  }
}

/** Connects until it works, checks that this is our server, makes our database, and claims it for this process. */
async function claim(url: string, cluster: Cluster, timeoutMs: number, over?: AbortSignal): Promise<pg.Client> {
  const admin = await connect(new URL('/postgres', url).href, timeoutMs, over);
  try {
    const { rows } = await admin.query<{ data_directory: string }>('SHOW data_directory');
    if (realpathSync(rows[0]?.data_directory ?? '') !== realpathSync(cluster.dataDirectory))
      throw new Error('another server answers on this port');
    const existing = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (existing.rowCount === 0) await admin.query(`CREATE DATABASE ${database}`);
    const locked = await admin.query<{ ok: boolean }>('SELECT pg_try_advisory_lock($1) AS ok', [ownerLock]);
    if (!locked.rows[0]?.ok)
      throw new ExplainedError(
        `Another Trellis already runs on ${dataDirOf(cluster)}: stop it, or choose another folder with DATA_DIR.`,
      );
    return admin;
  } catch (error) {
    await admin.end();
    throw error;
  }
}

/** Tries until it works, the time is up, or the server that was waited for has ended. */
async function connect(url: string, timeoutMs: number, over?: AbortSignal): Promise<pg.Client> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url, application_name: 'trellis owner' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (Date.now() > giveUpAt || over?.aborted) throw error;
      await delay(30);
    }
  }
}

function handle(cluster: Cluster, port: number, pid: number, owner: pg.Client): EmbeddedPostgres {
  return {
    url: ownerAddressOf(cluster, port),
    applicationUrl: applicationAddressOf(cluster, port),
    dataDirectory: cluster.dataDirectory,
    async stop() {
      await owner.end().catch(() => undefined);
      if (isAlive(pid)) process.kill(pid, 'SIGINT');
      for (let waitedMs = 0; waitedMs < 20_000 && isAlive(pid); waitedMs += 20) await delay(20);
      if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
    },
  };
}
