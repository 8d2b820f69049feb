import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, isAlive, readLockFile, startEmbeddedPostgres } from '../../api/src/testing/index.ts';
import { Forwarder } from './forwarder.ts';

/** A Postgres of its own data folder that is killed and started again at one address. */
export class KillableCluster {
  readonly #folder: string;
  readonly #proxy: Forwarder;
  #server: EmbeddedPostgres;

  private constructor(folder: string, proxy: Forwarder, server: EmbeddedPostgres) {
    this.#folder = folder;
    this.#proxy = proxy;
    this.#server = server;
    this.#aim();
  }

  static async create(): Promise<KillableCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'trellis-kill-'));
    chmodSync(folder, 0o755);
    return new KillableCluster(folder, await Forwarder.listen(() => 'pass'), await startEmbeddedPostgres(folder));
  }

  /** The same before and after a kill, as the owner. */
  get ownerUrl(): string {
    return this.#through(this.#server.url);
  }

  /** As the product logs in. */
  get url(): string {
    return this.#through(this.#server.applicationUrl);
  }

  /** SIGKILL to the server and to every process of it: nobody is left to finish anything. */
  async kill(): Promise<void> {
    const { pid } = this.#lock();
    const client = new pg.Client({ connectionString: this.#server.url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
    // The server first, so that it starts nobody again; who came after the question ends by itself without it.
    for (const each of [pid, ...rows.map((row) => row.pid)]) if (isAlive(each)) process.kill(each, 'SIGKILL');
    this.#proxy.targetPort = undefined;
    await client.end().catch(() => undefined);
  }

  /** Starts it again, with whatever recovery it needs. */
  async restart(): Promise<void> {
    this.#server = await startEmbeddedPostgres(this.#folder);
    this.#aim();
  }

  async remove(): Promise<void> {
    await this.#proxy.close();
    await this.#server.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #through(address: string): string {
    const url = new URL(address);
    url.port = String(this.#proxy.port);
    return url.href;
  }

  #aim(): void {
    this.#proxy.targetPort = this.#lock().port;
  }

  #lock(): { pid: number; port: number } {
    const lock = readLockFile(this.#server);
    if (!lock) throw new Error('the cluster does not run');
    return lock;
  }
}
