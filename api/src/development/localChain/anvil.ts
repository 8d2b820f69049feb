import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/** A running node of a chain of our own. */
export interface LocalNodeProcess {
  readonly url: string;
  /** Ends it; it then writes its state, if it was started with a file for that. */
  stop(): Promise<void>;
}

const platforms: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const systems: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'win32' };
const startTimeoutMs = 20_000;

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

/**
 * Ends the node when its own standard input ends: it does so with the process that holds the other end, however that
 * ends, and no node is left behind by a killed one.
 */
const leash = `exec 3<&0; "$0" "$@" </dev/null 3<&- & node=$!
{ cat <&3 >/dev/null; kill $node 2>/dev/null; } & wait $node`;

/** Starts a node on a free port of this machine. @throws Error with what it said */
export async function startAnvil(program: string, options: readonly string[] = []): Promise<LocalNodeProcess> {
  // One block is enough for another to become final; every account can send, whoever has its key.
  const fixed = [
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--threads',
    '1',
    '--slots-in-an-epoch',
    '1',
    '--auto-impersonate',
  ];
  // Detached: Ctrl-C reaches the whole terminal group, and the node must outlive the calls that are still answered.
  const child = spawn('/bin/sh', ['-c', leash, program, ...fixed, ...options], { detached: true });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = await listening(child);
  return {
    url,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

/** The address that it prints when it is ready. Its other words are thrown away, so that it never waits to be read. */
function listening(child: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    let ready = false;
    const giveUp = setTimeout(() => child.stdin.end(), startTimeoutMs);
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
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', (code) => {
      const words = said.trim();
      if (!ready) settle(() => reject(new Error(`the local chain did not start (${code}): ${words}`)));
    });
  });
}
