import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedPostgres, isAlive, readLockFile, startEmbeddedPostgres } from '../../api/src/testing/index.ts';
import { Forwarder } from './forwarder.ts';

/** A wait for a slow disk. */
const stallMs = 100;

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

  /** @param folder with what an earlier run left, or empty */
  static async create(folder = mkdtempSync(join(tmpdir(), 'trellis-kill-'))): Promise<KillableCluster> {
    chmodSync(folder, 0o755);
    const server = await startEmbeddedPostgres(folder);
    return new KillableCluster(folder, await Forwarder.listen(() => 'pass'), server);
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
    await this.#withProcesses((pids) => signalAll(pids, 'SIGKILL'));
    this.#proxy.leave();
  }

  /** For so long every process of it stands still again and again, as all do that wait for a slow disk. */
  async stall(milliseconds: number): Promise<void> {
    await this.#withProcesses(async (pids) => {
      for (const endAt = Date.now() + milliseconds; Date.now() < endAt; await delay(50)) {
        signalAll(pids, 'SIGSTOP');
        await delay(stallMs);
        signalAll(pids, 'SIGCONT');
      }
    });
  }

  /** Ends every connection between product and database. @returns how many */
  cutAll(): number {
    const before = this.#proxy.cuts;
    this.#proxy.cutAll();
    return this.#proxy.cuts - before;
  }

  /** Whether it still runs: without room on its disk it may have ended by itself. */
  get isRunning(): boolean {
    const lock = readLockFile(this.#server);
    return lock !== undefined && isAlive(lock.pid);
  }

  /** Starts it again, with whatever recovery it needs. */
  async restart(): Promise<void> {
    this.#server = await startEmbeddedPostgres(this.#folder);
    this.#aim();
  }

  /** An orderly end; its data stays. */
  async stop(): Promise<void> {
    await this.#proxy.close();
    await this.#server.stop();
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #through(address: string): string {
    const url = new URL(address);
    url.port = String(this.#proxy.port);
    return url.href;
  }

  #aim(): void {
    this.#proxy.leave();
    this.#proxy.aim(this.#lock().port);
  }

  /** The server first, so that it starts nobody again; who came after the question ends by itself without it. */
  async #withProcesses(work: (pids: readonly number[]) => void | Promise<void>): Promise<void> {
    const { pid } = this.#lock();
    const client = new pg.Client({ connectionString: this.#server.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
      await work([pid, ...rows.map((row) => row.pid)]);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  #lock(): { pid: number; port: number } {
    const lock = readLockFile(this.#server);
    if (!lock) throw new Error('the cluster does not run');
    return lock;
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, signal);
}
