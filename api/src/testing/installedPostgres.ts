import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { chooseUser, type RunAs } from '../platform/embedded/binaries.ts';
import { freePort, start } from '../platform/embedded/processes.ts';

/** Programs of the newest Postgres that the machine itself has, with those that save and restore; there may be none. */
export const installedPostgres: string | undefined = globSync('/usr/lib/postgresql/*/bin')
  .filter((folder) =>
    ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup'].every((name) => existsSync(join(folder, name))),
  )
  .filter((folder) => Number(folder.split('/').at(-2)) >= 15)
  .at(-1);

/** A server of the machine's own Postgres, which lets everybody in from this machine. */
export class InstalledServer {
  readonly #bin: string;
  readonly #port: number;
  readonly runAs: RunAs;
  #stop: () => Promise<void> = async () => undefined;

  private constructor(bin: string, folder: string, port: number) {
    this.#bin = bin;
    this.runAs = chooseUser({ initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }, folder);
    this.#port = port;
  }

  /** @param prepare fills the empty data folder; without it a new cluster is made */
  static async start(bin: string, folder: string, prepare?: (data: string) => void): Promise<InstalledServer> {
    // Postgres runs as somebody who is not root, and has to get there.
    chmodSync(folder, 0o755);
    const server = new InstalledServer(bin, folder, await freePort());
    const data = join(folder, 'data');
    const { runAs } = server;
    mkdirSync(data, { recursive: true });
    chmodSync(data, 0o700);
    if (prepare) prepare(data);
    else {
      if (runAs.uid !== undefined) chownSync(data, runAs.uid, runAs.gid ?? runAs.uid);
      server.run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
    }
    await server.#launch(data);
    return server;
  }

  /** @param database of which login */
  url(login: string, database: string): string {
    return `postgres://${login}@127.0.0.1:${this.#port}/${database}`;
  }

  /** Runs one of its programs to its end. @throws Error with what it printed */
  run(program: string, ...args: readonly string[]): string {
    const { prefix, ...ids } = this.runAs;
    const [file = '', ...rest] = [...prefix, join(this.#bin, program), ...args];
    return execFileSync(file, rest, { ...ids, cwd: '/', stdio: 'pipe', encoding: 'utf8' });
  }

  async stop(): Promise<void> {
    await this.#stop();
  }

  async #launch(data: string): Promise<void> {
    const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off'];
    const child = start(this.runAs, join(this.#bin, 'postgres'), ['-D', data, '-p', String(this.#port), ...settings], {
      stdio: 'ignore',
    });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    this.#stop = async () => {
      child.kill('SIGINT');
      await ended;
    };
    for (let tries = 0; ; tries += 1) {
      const client = new pg.Client({ connectionString: this.url('postgres', 'postgres') });
      client.on('error', () => undefined);
      const isUp = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => undefined);
      if (isUp) return;
      if (tries > 300 || child.exitCode !== null) throw new Error('the installed Postgres did not start');
      await delay(100);
    }
  }
}
