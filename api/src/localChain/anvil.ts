import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/** A running node of a chain of our own. */
export interface LocalNodeProcess {
  readonly url: string;
  readonly pid: number;
  /** Ends it; it then writes its state, if it was started with a file for that. */
  stop(): Promise<void>;
}

const platforms: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const systems: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'win32' };
const startTimeoutMs = 20_000;
const stopTimeoutMs = 10_000;

/**
 * The program itself, of this platform's package: the script that npm links would stay between us and it, and leave it
 * behind when killed. `undefined`: there is none, as after an installation without optional packages.
 */
export function findAnvil(): string | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const name = `@foundry-rs/anvil-${systems[process.platform]}-${platforms[process.arch]}`;
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/anvil${suffix}`);
  } catch {
    return undefined;
  }
}

/** Starts a node on a free port of this machine. It ends with this process. @throws Error with what it said */
export async function startAnvil(program: string, options: readonly string[] = []): Promise<LocalNodeProcess> {
  // One block is enough for another to become final; every account can send, whoever has its key.
  const fixed = ['--host', '127.0.0.1', '--port', '0', '--slots-in-an-epoch', '1', '--auto-impersonate'];
  const child = spawn(program, [...fixed, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  child.once('exit', () => process.off('exit', killWithUs));
  const url = await listening(child);
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const hardStop = setTimeout(killWithUs, stopTimeoutMs);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(hardStop);
    },
  };
}

/** The address that it prints when it is ready. Its other words are thrown away, so that it never waits to be read. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    let ready = false;
    const giveUp = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
    const settle = (finish: () => void): void => {
      clearTimeout(giveUp);
      ready = true;
      said = '';
      finish();
    };
    const hear = (chunk: Buffer): void => {
      if (ready) return;
      said += chunk.toString();
      const address = /Listening on (\S+)/.exec(said)?.[1];
      if (address !== undefined) settle(() => resolve(`http://${address}`));
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', (code) => {
      const words = said.trim();
      if (!ready) settle(() => reject(new Error(`the local chain did not start (${code}): ${words}`)));
    });
  });
}
