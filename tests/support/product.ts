import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort, scratchFolder } from '../../api/src/testing/index.ts';
import { copyPrepared } from './prepared.ts';

export const projectRoot = resolve(import.meta.dirname, '../..');

/** The whole product as its own process, as `npm start` runs it after building. */
export interface Product {
  readonly origin: string;
  readonly dataDir: string;
  readonly pid: number;
  /** As the owner of its database, where that is another than the one in its data folder. */
  readonly ownerUrl?: string | undefined;
  /** What it printed. */
  readonly output: () => string;
  /** Ctrl-C, and waits. @returns the exit code */
  stop(): Promise<number>;
  /** SIGKILL: no farewell. The data folder stays. */
  kill(): Promise<void>;
  /** Removes the data folder, after `stop`. */
  remove(): void;
}

export interface ProductOptions {
  /** An existing folder starts the same product again. */
  readonly dataDir?: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Of another build than this one. */
  readonly root?: string;
}

/** No measure of speed: only what hangs for ever shall end, also on a busy machine. */
const startTimeoutMs = 150_000;

/** @throws Error with everything the process printed, if it ends before it is ready */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? newDataDir(options);
  const port = options.port ?? (await freePort());
  const root = options.root ?? projectRoot;
  const child = spawn(process.execPath, [join(root, 'api/src/main.ts')], {
    cwd: root,
    // With a channel: it stops by itself, and its Postgres with it, when whoever started it has ended by whatever.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '1000',
      // Journeys that are about it switch it on.
      SECOND_FACTOR: 'off',
      ...options.env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  await ready(child, () => output);
  return {
    origin: `http://localhost:${port}`,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    stop: () => end(child, 'SIGINT'),
    async kill() {
      await end(child, 'SIGKILL');
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** A product of its own: as after a first start with the demo team, where one was prepared. */
function newDataDir({ env }: ProductOptions): string {
  const dataDir = scratchFolder('trellis-product-');
  if (env?.SEED_DEMO === undefined) copyPrepared(dataDir);
  return dataDir;
}

async function ready(child: ChildProcess, output: () => string): Promise<void> {
  const giveUpAt = Date.now() + startTimeoutMs;
  while (!output().includes('ready at http')) {
    if (hasEnded(child) || Date.now() > giveUpAt) {
      child.kill('SIGINT');
      throw new Error(`The product did not start (exit ${child.exitCode ?? child.signalCode}):\n${output()}`);
    }
    await new Promise((next) => setTimeout(next, 50));
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number> {
  if (hasEnded(child)) return child.exitCode ?? -1;
  const ended = new Promise<number>((next) => child.once('exit', (code) => next(code ?? -1)));
  child.kill(signal);
  return ended;
}
