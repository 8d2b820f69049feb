import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ExplainedError } from '../../ground/explainedError.ts';
import { postgresFailure } from '../db/database.ts';
import { chooseUser, type RunAs } from './binaries.ts';
import { freePort, start } from './processes.ts';

/** Programs of the newest Postgres that the machine itself has, with those that save and restore; there may be none. */
export const installedPostgres: string | undefined = globSync('/usr/lib/postgresql/*/bin')
  .filter((folder) =>
    ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup'].every((name) => existsSync(join(folder, name))),
  )
  .filter((folder) => Number(folder.split('/').at(-2)) >= 15)
  .at(-1);

export interface InstalledServerOptions {
  /** Fills the empty data folder; without it a new cluster is made. */
  readonly prepare?: (data: string, server: InstalledServer) => void | Promise<void>;
  /** Of its superuser; without it whoever is on this machine is let in as anybody. */
  readonly password?: string;
  /** Settings that hold while it runs, over all in its files. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A server of the machine's own Postgres on this machine alone, for a moment: it does not wait for its disk. */
export class InstalledServer {
  readonly #bin: string;
  readonly #port: number;
  readonly #password: string | undefined;
  readonly runAs: RunAs;
  #stop: () => Promise<void> = async () => undefined;

  private constructor(bin: string, folder: string, port: number, password: string | undefined) {
    this.#bin = bin;
    this.runAs = chooseUser({ initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }, folder);
    this.#port = port;
    this.#password = password;
  }

  /** @param folder where it lies, in `data` */
  static async start(bin: string, folder: string, options: InstalledServerOptions = {}): Promise<InstalledServer> {
    const { prepare, password, settings = {} } = options;
    // Postgres runs as somebody who is not root, and has to get there.
    chmodSync(folder, 0o755);
    const server = new InstalledServer(bin, folder, await freePort(), password);
    const data = join(folder, 'data');
    mkdirSync(data, { recursive: true });
    chmodSync(data, 0o700);
    server.give(data);
    if (prepare) await prepare(data, server);
    else server.#init(folder, data);
    const access = join(folder, 'access.conf');
    const how = password === undefined ? 'trust' : 'scram-sha-256';
    // `all` is every database, but not what copies a whole cluster.
    writeFileSync(access, `host all,replication all 127.0.0.1/32 ${how}\nlocal all all ${how}\n`);
    server.give(access);
    await server.#launch(folder, { hba_file: access, ...settings });
    return server;
  }

  get port(): number {
    return this.#port;
  }

  /** Lets whoever it runs as have a file. */
  readonly give = (path: string): void => {
    const { uid, gid } = this.runAs;
    if (uid !== undefined) chownSync(path, uid, gid ?? uid);
  };

  /** @param database of which login */
  url(login: string, database: string): string {
    const url = new URL(`postgres://127.0.0.1:${this.#port}/${database}`);
    url.username = login;
    url.password = this.#password ?? '';
    return url.href;
  }

  /** Runs one of its programs to its end. @throws Error with what it printed */
  run(program: string, ...args: readonly string[]): string {
    return this.runOther(join(this.#bin, program), ...args);
  }

  /** The same of a program that is not Postgres' own. */
  runOther(program: string, ...args: readonly string[]): string {
    const { prefix, ...ids } = this.runAs;
    const [file = '', ...rest] = [...prefix, program, ...args];
    return execFileSync(file, rest, { ...ids, cwd: '/', stdio: 'pipe', encoding: 'utf8' });
  }

  async stop(): Promise<void> {
    await this.#stop();
  }

  #init(folder: string, data: string): void {
    const args = ['-D', data, '-U', 'postgres', '--encoding=UTF8', '--locale=C.UTF-8'];
    if (this.#password === undefined) {
      this.run('initdb', ...args, '--auth=trust');
      return;
    }
    const file = join(folder, 'password');
    writeFileSync(file, this.#password, { mode: 0o600 });
    this.give(file);
    this.run('initdb', ...args, '--auth=scram-sha-256', `--pwfile=${file}`);
  }

  async #launch(folder: string, more: Readonly<Record<string, string>>): Promise<void> {
    const settings = Object.entries({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
      ...more,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    // Into a file: nobody reads a pipe while one of its programs is waited for, and a full one stops the server.
    const log = join(folder, 'log');
    const file = openSync(log, 'w');
    const args = ['-D', join(folder, 'data'), '-p', String(this.#port), ...settings];
    const child = start(this.runAs, join(this.#bin, 'postgres'), args, { stdio: ['ignore', 'ignore', file] });
    closeSync(file);
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    this.#stop = async () => {
      child.kill('SIGINT');
      await ended;
    };
    // A copy of a large database takes its time until it is whole; one that cannot start ends.
    while (!(await this.#answers())) {
      if (child.exitCode !== null)
        throw new ExplainedError(`Postgres did not start:\n${readFileSync(log, 'utf8').slice(-2_000).trim()}`);
      await delay(100);
    }
  }

  /** Whether it lets somebody in, or would if it knew them. */
  async #answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url('postgres', 'postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch (error) {
      return ['28P01', '28000', '3D000'].includes(postgresFailure(error)?.code ?? '');
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
