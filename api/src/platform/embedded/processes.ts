import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { RunAs } from './binaries.ts';

/** Starts a program of Postgres as the user who may run it. */
export function start(
  runAs: RunAs,
  file: string,
  args: readonly string[],
  options: Parameters<typeof spawn>[2],
): ChildProcess {
  const { uid, gid, prefix } = runAs;
  const [program = file, ...rest] = [...prefix, file, ...args];
  const identity = uid !== undefined && gid !== undefined ? { uid, gid } : {};
  // A neutral environment and folder: Postgres must not pick up PG* variables or hold the project's folder open.
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  return spawn(program, rest, { ...options, ...identity, env, cwd: '/' });
}

/** Runs a program to its end. */
export async function run(
  runAs: RunAs,
  file: string,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const child = start(runAs, file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  return { code, output };
}

/** Whether a process is there and not merely waiting to be reaped. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch {
    return false;
  }
}

function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Systems give the ports above to outgoing connections (Linux from 32768, others from 49152): one of those may be gone
 * before the program that was to have it listens, and again while that program is stopped and started.
 */
const ports = { from: 10_000, to: 32_768 };

/** A port nobody listens on now, and no outgoing connection takes. */
export async function freePort(): Promise<number> {
  const port = randomInt(ports.from, ports.to);
  return (await isFree(port)) ? port : freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
