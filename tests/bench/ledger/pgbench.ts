import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Contender, percentiles, type Run } from './contender.ts';
import { accounts, feeMinor, type Workload } from './workload.ts';

const program = '/usr/lib/postgresql/15/bin/pgbench';
/**
 * Its clients begin again each time, where other contenders keep their connections: so it gets time for them, or a slice
 * would hold little but 64 backends that read the same functions for the first time.
 */
const startSeconds = 2;
export const hasPgbench = (): boolean => existsSync(program);

/** `pgbench`, each of its clients on a connection of its own, calling the single posting function. */
export function pgbench(url: string, folder: string): Contender {
  const logs = join(folder, 'pgbench');
  return {
    name: 'pgbench',
    async run(workload, clients, milliseconds) {
      rmSync(logs, { recursive: true, force: true });
      mkdirSync(logs);
      const script = join(logs, 'post.sql');
      writeFileSync(script, scriptOf(workload));
      const output = await execute(new URL(url), [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(clients),
        '-j',
        '1',
        '-T',
        String(Math.ceil(milliseconds / 1_000) + startSeconds),
        '-f',
        script,
        '-l',
        '--log-prefix',
        join(logs, 'latency'),
      ]);
      return readRun(output, logs);
    },
    close: async () => undefined,
  };
}

/** Legs in lock order: the lower account first, the platform last. */
function scriptOf(workload: Workload): string {
  const { first, count } = accounts;
  const fee = workload === 'hot' ? `-${feeMinor}` : '';
  const pickOne = (name: string): string =>
    workload === 'skewed'
      ? `\\set ${name}_of case when random(1, 100) <= 80 then ${Math.floor(count / 100)} else ${count} end\n\\set ${name} random(0, :${name}_of - 1)`
      : `\\set ${name} random(0, ${count} - 1)`;
  const system = workload === 'hot' ? { account: ', 401', amount: `, ${feeMinor}` } : { account: '', amount: '' };
  return `${pickOne('a')}
${pickOne('other')}
\\set b case when :other = :a then mod(:a + 1, ${count}) else :other end
\\set amount random(1, 500)
\\set low (${first} + least(:a, :b)) * 1000 + 101
\\set high (${first} + greatest(:a, :b)) * 1000 + 101
\\set to_low case when :a < :b then 0 - :amount${fee} else :amount end
\\set to_high case when :a < :b then :amount else 0 - :amount${fee} end
\\set owner ${first} + :a
\\set recipient ${first} + :b
SELECT * FROM post(gen_random_uuid(), :owner, gen_random_uuid()::text,
  '\\x0707070707070707070707070707070707070707070707070707070707070707', 'transfer',
  jsonb_build_object('sender', (:owner)::text, 'recipient', (:recipient)::text),
  ARRAY[:low, :high${system.account}]::bigint[], ARRAY[:to_low, :to_high${system.amount}]::bigint[],
  'transfer', 'USD', :amount);
`;
}

/** @throws Error with what it printed, if it fails or gives up clients */
function execute(url: URL, args: readonly string[]): Promise<string> {
  const address = ['-h', url.hostname, '-p', url.port, '-U', url.username, url.pathname.slice(1)];
  const child = spawn(program, [...args, ...address], {
    env: { ...process.env, PGPASSWORD: url.password },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}

function readRun(output: string, logs: string): Run {
  const perSecond = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
  const transfers = Number(/actually processed: (\d+)/.exec(output)?.[1]);
  if (!(perSecond > 0 && transfers > 0)) throw new Error(output);
  // Each line: client, number, latency in microseconds, …
  const latencies = readdirSync(logs)
    .filter((name) => name.startsWith('latency'))
    .flatMap((name) => readFileSync(join(logs, name), 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1_000);
  return { ...percentiles(latencies), transfers, seconds: transfers / perSecond };
}
