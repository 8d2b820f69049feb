/**
 * `npm run bench:processes`: what one, two and four processes of the product cost their Postgres, idle and for each
 * transfer over HTTP, by turns on one base. Ratios count. `--quick` has one round. Members give their codes, as the rules
 * ask of them; limits of calls a minute are off, because the load comes from one address.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { readOptions } from '../../support/options.ts';
import { BenchCluster } from '../ledger/cluster.ts';
import type { Contender } from '../ledger/contender.ts';
import { http } from '../ledger/http.ts';
import { say } from '../ledger/rounds.ts';
import { feeMinor } from '../ledger/workload.ts';

const { values: flags } = readOptions({ options: { quick: { type: 'boolean' } } });
const sides = [1, 2, 4] as const;
const rounds = flags.quick ? 1 : 3;
const clients = 64;
const idleMs = 10_000;
/** Each member has a code for one transfer in half a minute. */
const loadMs = 4_000;
const most = 1.3;

interface Loaded {
  /** Microseconds of Postgres for a transfer. */
  readonly transferUs: number;
  readonly perSecond: number;
  readonly p99Ms: number;
}

async function withProcesses<Result>(
  cluster: BenchCluster,
  processes: number,
  work: (product: Contender) => Promise<Result>,
): Promise<Result> {
  const product = await http(cluster, { processes });
  try {
    await cluster.settle();
    return await work(product);
  } finally {
    await product.close();
  }
}

/** Milliseconds of Postgres a second, while nobody asks anything. */
const idle = (cluster: BenchCluster, processes: number): Promise<number> =>
  withProcesses(cluster, processes, async () => {
    // What a start has to do once, such as a run of the verifier.
    await delay(5_000);
    const before = await cluster.meter();
    await delay(idleMs);
    return ((await cluster.meter()).cpuUs - before.cpuUs) / idleMs;
  });

const loaded = (cluster: BenchCluster, processes: number): Promise<Loaded> =>
  withProcesses(cluster, processes, async (product) => {
    // Connections, plans and caches.
    await product.prepare?.();
    await product.run('hot', clients, 1_000);
    await product.prepare?.();
    const before = await cluster.meter();
    const { transfers, seconds, p99Ms } = await product.run('hot', clients, loadMs);
    const after = await cluster.meter();
    return { transferUs: (after.cpuUs - before.cpuUs) / transfers, perSecond: transfers / seconds, p99Ms };
  });

/** Each side so often, and each first as often as the others. */
async function byTurns<Result>(what: string, measure: (processes: number) => Promise<Result>) {
  const all = new Map<number, Result[]>(sides.map((processes) => [processes, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const processes of round % 2 === 0 ? sides : sides.toReversed()) {
      say(`${what}, round ${round + 1} of ${rounds}: ${processes}`);
      all.get(processes)?.push(await measure(processes));
    }
  return all;
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function main(): Promise<void> {
  const cluster = await BenchCluster.create();
  try {
    await cluster.setFee(feeMinor);
    // First of all: after so many transfers there is work to be done when they are over.
    const quiet = await byTurns('idle', (processes) => idle(cluster, processes));
    const busy = await byTurns('load', (processes) => loaded(cluster, processes));
    const idleOf = (processes: number): number => medianOf(quiet.get(processes) ?? []);
    const medianUnder = (processes: number, read: (each: Loaded) => number): number =>
      medianOf((busy.get(processes) ?? []).map(read));
    for (const processes of sides) {
      const transferUs = medianUnder(processes, (each) => each.transferUs);
      const ratios = [idleOf(processes) / idleOf(1), transferUs / medianUnder(1, (each) => each.transferUs)];
      const over = ratios.some((ratio) => ratio > most) ? '!!' : '  ';
      process.stdout.write(
        `${over} ${processes}: idle ${idleOf(processes).toFixed(1)} ms/s (${ratios[0]?.toFixed(2)}), ` +
          `a transfer ${transferUs.toFixed(0)} us (${ratios[1]?.toFixed(2)}), ` +
          `${medianUnder(processes, (each) => each.perSecond).toFixed(0)} a second, 99 of 100 within ${medianUnder(processes, (each) => each.p99Ms).toFixed(0)} ms\n`,
      );
    }
    process.stdout.write(`In brackets: to one process; wanted ${most.toFixed(2)} at most.\n`);
    await cluster.verify();
  } finally {
    await cluster.remove();
  }
}

await main();
