import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const server = `require(${JSON.stringify(path.join(import.meta.dirname, 'endWithNpm.ts'))}).endWithNpm();
  process.stdout.write('serves'); setTimeout(() => undefined, 20_000);`;

/** As npm does it: a process that runs a shell, which runs the server and goes on alongside it. */
const startNpm = (title: string): ChildProcess =>
  spawn(
    process.execPath,
    [
      '-e',
      `process.title = ${JSON.stringify(title)};
       const shell = require('node:child_process').spawn('sh', ['-c', '"$0" -e "$1"; :', process.execPath, process.argv[1]], { stdio: 'inherit' });
       process.on('SIGTERM', () => { shell.kill(); process.exit(); });`,
      server,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, npm_lifecycle_event: 'dev' } },
  );

test.each(['SIGTERM', 'SIGKILL'] as const)('a server ends with the npm that ran it, by %s', async (signal) => {
  const npm = startNpm('npm run dev');
  const begun = Date.now();
  await once(npm.stdout as NodeJS.ReadableStream, 'data');
  npm.kill(signal);
  // The server holds the other end of it.
  await once(npm.stdout as NodeJS.ReadableStream, 'close');
  expect(Date.now() - begun).toBeLessThan(15_000);
});
