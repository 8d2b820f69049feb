/**
 * `npm run bench:processes`: what one, two and four processes of the product cost their Postgres, idle and for each
 * transfer over HTTP, by turns on one base. Ratios count. `--quick` has one round. Codes are off, and limits of calls a
 * minute: what is asked is how the work of several processes adds up.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { readOptions } from '../../support/options.ts';
import { BenchCluster } from '../ledger/cluster.ts';
import { http } from '../ledger/http.ts';
import { say } from '../ledger/rounds.ts';
import { feeMinor } from '../ledger/workload.ts';

const { values: flags } = readOptions({ options: { quick: { type: 'boolean' } } });
const sides = [1, 2, 4] as const;
const rounds = flags.quick ? 1 : 3;
const clients = 64;
const idleMs = 10_000;
const loadMs = 8_000;

interface Measured {
  /** Milliseconds of Postgres a second, while nobody asks anything. */
  readonly idle: number;
  /** Microseconds of Postgres for a transfer. */
  readonly transferUs: number;
  readonly perSecond: number;
  readonly p99Ms: number;
}

async function measure(cluster: BenchCluster, processes: number): Promise<Measured> {
  const product = await http(cluster, { processes, codes: 'off' });
  try {
    await cluster.settle();
    const quiet = await cluster.meter();
    await delay(idleMs);
    const idle = ((await cluster.meter()).cpuUs - quiet.cpuUs) / idleMs;
    // Connections, plans and caches.
    await product.run('hot', clients, 2_000);
    const before = await cluster.meter();
    const { transfers, seconds, p99Ms } = await product.run('hot', clients, loadMs);
    const after = await cluster.meter();
    return { idle, transferUs: (after.cpuUs - before.cpuUs) / transfers, perSecond: transfers / seconds, p99Ms };
  } finally {
    await product.close();
  }
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function main(): Promise<void> {
  const cluster = await BenchCluster.create();
  try {
    await cluster.setFee(feeMinor);
    const all = new Map<number, Measured[]>(sides.map((processes) => [processes, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const processes of round % 2 === 0 ? sides : sides.toReversed()) {
        say(`Round ${round + 1} of ${rounds}: ${processes}`);
        all.get(processes)?.push(await measure(cluster, processes));
      }
    const of = (processes: number, read: (measured: Measured) => number): number =>
      medianOf((all.get(processes) ?? []).map(read));
    for (const processes of sides) {
      const [idle, transferUs] = [of(processes, (each) => each.idle), of(processes, (each) => each.transferUs)];
      const ratios = [idle / of(1, (each) => each.idle), transferUs / of(1, (each) => each.transferUs)];
      const over = ratios.some((ratio) => ratio > 1.3) ? '!!' : '  ';
      process.stdout.write(
        `${over} ${processes} processes: idle ${idle.toFixed(1)} ms/s (${ratios[0]?.toFixed(2)}), ` +
          `a transfer ${transferUs.toFixed(0)} us (${ratios[1]?.toFixed(2)}), ` +
          `${of(processes, (each) => each.perSecond).toFixed(0)} a second, 99 of 100 within ${of(processes, (each) => each.p99Ms).toFixed(0)} ms\n`,
      );
    }
    process.stdout.write('In brackets: to one process; wanted 1.30 at most.\n');
    await cluster.verify();
  } finally {
    await cluster.remove();
  }
}

await main();
