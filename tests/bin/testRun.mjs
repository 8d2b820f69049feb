/** A run of tests as its processes see it: folders of its own, and an end that takes along whatever it has begun. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onNpmEnd } from '../../api/bin/setup.mjs';

const memoryDisk = '/dev/shm';
const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

/**
 * Begins a run. Asked to end, or when the npm that started it has ended, it ends its children and then itself; killed, it
 * leaves that to its keeper (keeper.mjs).
 * @returns `env` for all that it starts, `children` for those that a signal is passed on to, `isEnding`, and how it `end`s by itself
 */
export function beginTestRun() {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-run-'));
  const run = basename(folder);
  const folders = [folder];
  if (existsSync(memoryDisk)) {
    folders.push(join(memoryDisk, run));
    mkdirSync(folders[1]);
  }
  // As those that they are in: Postgres runs as somebody who is not root, and makes folders there.
  for (const each of folders) chmodSync(each, 0o1777);
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'keeper.mjs'), run, ...folders], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  keeper.unref();
  const children = new Set();
  let ending = false;
  const end = async () => {
    ending = true;
    for (const child of children) child.kill('SIGTERM');
    const kept = new Promise((next) => keeper.once('exit', next));
    keeper.ref();
    if (keeper.connected) keeper.disconnect();
    if (keeper.exitCode === null && keeper.signalCode === null) await kept;
  };
  const leave = async (code) => {
    if (ending) return;
    await end();
    process.exit(code);
  };
  for (const [signal, number] of Object.entries(signals)) process.on(signal, () => leave(128 + number));
  onNpmEnd(() => leave(128 + signals.SIGTERM));
  return { env: { TMPDIR: folder, TESTS_RUN: run }, children, isEnding: () => ending, end };
}
