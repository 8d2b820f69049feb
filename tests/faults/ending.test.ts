import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { isAlive } from '../../api/src/testing/index.ts';
import { projectRoot } from '../support/product.ts';

/** As `npm test`: what it begins holds a Postgres of its own, and somebody takes no notice of being asked to end. */
const runner = `
  import { spawn } from 'node:child_process';
  import { join } from 'node:path';
  import { beginTestRun } from '${projectRoot}/tests/bin/testRun.mjs';
  const { env, children } = beginTestRun();
  const begin = (...args) => {
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] });
    children.add(child);
    process.stdout.write(child.pid + ' ');
  };
  begin('-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)');
  begin('${projectRoot}/api/src/testing/holdPostgres.ts', join(process.argv[1], env.TESTS_RUN));
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-ending-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a run of tests that is ended by %s takes along what it has begun, and Postgres stops in order',
  async (signal) => {
    const run = spawn(process.execPath, ['--input-type=module', '-e', runner, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(run, 'exit') as Promise<[number | null]>;
    let output = '';
    run.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await until(() => output.includes('postgres://'));
    const [name = ''] = readdirSync(folder);
    const data = join(folder, name);
    const [postgres = ''] = readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n');
    const pids = [...(output.match(/^\d+ \d+/)?.[0].split(' ') ?? []), postgres].map(Number);
    expect(pids.map(isAlive)).toEqual([true, true, true]);

    run.kill(signal);
    await until(() => !pids.some(isAlive));
    expect(readFileSync(join(data, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\n$/);
    expect(await ended).toEqual(signal === 'SIGTERM' ? [143, null] : [null, signal]);
    await until(() => !existsSync(join(tmpdir(), name)) && !existsSync(join('/dev/shm', name)));
  },
);

/** @throws Error where it does not come about within half a minute */
async function until(holds: () => boolean): Promise<void> {
  for (const giveUpAt = Date.now() + 30_000; !holds(); ) {
    if (Date.now() > giveUpAt) throw new Error('it never came about');
    await delay(50);
  }
}
