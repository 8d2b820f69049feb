import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { isAlive } from '../../api/src/testing/index.ts';
import { callerOf } from '../support/caller.ts';
import { type Product, projectRoot, startProduct } from '../support/product.ts';

let product: Product | undefined;
afterEach(async () => {
  await product?.stop();
  product?.remove();
});

/** The server process of a product's embedded Postgres. */
const postmaster = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

test.each(['SIGINT', 'SIGTERM'] as const)('%s leaves no process, and a second start keeps the data', async (signal) => {
  product = await startProduct();
  const demo = await callerOf(product, 'demo');
  expect((await demo.transfer('hana', '12.5')).status).toBe(201);
  const before = (await demo.get('/api/v1/records?limit=100')).text;
  const { dataDir, origin, pid } = product;
  const server = postmaster(dataDir);

  if (signal === 'SIGTERM') process.kill(pid, signal);
  expect(await product.stop()).toBe(0);
  expect([isAlive(pid), isAlive(server)]).toEqual([false, false]);
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow();

  product = await startProduct({ dataDir });
  // The session and every record are as they were: nothing was seeded twice.
  const again = await callerOf(product, 'demo');
  expect((await again.get('/api/v1/records?limit=100')).text).toBe(before);
});

test('npm start that is asked to end, or killed, ends everything it brought up', async () => {
  // Prepared, so that only the start itself is under test.
  product = await startProduct();
  const { dataDir } = product;
  await product.stop();
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const npm = spawn('npm', ['start'], {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, NODE_ENV: 'development', PORT: '0', DATA_DIR: dataDir },
    });
    try {
      let output = '';
      npm.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
      await until(() => output.includes('ready at http'));
      const server = postmaster(dataDir);
      expect(isAlive(server)).toBe(true);
      npm.kill(signal);
      await until(() => !isAlive(server));
      const [, origin = ''] = /ready at (http:\S+)/.exec(output) ?? [];
      await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
    } finally {
      npm.kill('SIGKILL');
    }
  }
});

/** @throws Error where it does not come about within a minute and a half */
async function until(holds: () => boolean): Promise<void> {
  for (const giveUpAt = Date.now() + 90_000; !holds(); ) {
    if (Date.now() > giveUpAt) throw new Error('it never came about');
    await delay(100);
  }
}

test('a transfer that is under way at Ctrl-C is answered before the end', async () => {
  product = await startProduct();
  const demo = await callerOf(product, 'demo');
  const sending = Array.from({ length: 20 }, () => demo.transfer('hana', '1'));
  await Promise.race(sending);
  const stopped = product.stop();
  const answers = await Promise.allSettled(sending);
  expect(await stopped).toBe(0);
  // One that had not even arrived finds a closed door; none is cut off in the middle.
  for (const answer of answers) if (answer.status === 'fulfilled') expect([201, 503]).toContain(answer.value.status);
  const done = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.status === 201).length;
  expect(done).toBeGreaterThan(0);

  product = await startProduct({ dataDir: product.dataDir });
  const records = (await (await callerOf(product, 'demo')).get('/api/v1/records?kind=transfer_out&limit=100')).body
    .records;
  const ones = (records as { money: { amount: string } }[]).filter(({ money }) => money.amount === '-1.00');
  expect(ones.length).toBeGreaterThanOrEqual(done);
});

test('whoever started it with a channel is gone: it stops, and leaves no process', async () => {
  product = await startProduct();
  const { dataDir } = product;
  await product.stop();
  // As `npm run dev` starts it. A kill leaves that no time for anything.
  const starter = spawn(
    process.execPath,
    [
      '-e',
      `require('node:child_process').spawn(process.execPath, ['api/src/main.ts'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })`,
    ],
    {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, NODE_ENV: 'development', PORT: '0', DATA_DIR: dataDir },
    },
  );
  let output = '';
  starter.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await until(() => output.includes('ready at http'));
  const server = postmaster(dataDir);
  expect(isAlive(server)).toBe(true);
  starter.kill('SIGKILL');
  await until(() => !isAlive(server));
  const [, origin = ''] = /ready at (http:\S+)/.exec(output) ?? [];
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
});
