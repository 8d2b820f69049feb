/**
 * `npm run bench:ledger`: four ways to make a transfer, side by side on one Postgres: models (`orm`), pgbench calling
 * the single posting function, the batcher, and the whole product over HTTP. Ratios count: each is the median over
 * rounds in which all contenders ran one after the other, in random order. `--json` prints one object, `--quick` ends
 * within a minute or two. Members give their codes, as the rules ask of them; where one is off, the name says so.
 */
import { readOptions } from '../../support/options.ts';
import { batched } from './batched.ts';
import { BenchCluster } from './cluster.ts';
import type { Contender } from './contender.ts';
import { type HistoryPages, measureHistory } from './history.ts';
import { http } from './http.ts';
import { orm } from './orm.ts';
import { hasPgbench, pgbench } from './pgbench.ts';
import { type Sample, summaryOf, tableOf } from './report.ts';
import { runCell, say } from './rounds.ts';
import { withSlowFlush } from './slowFlush.ts';
import { type Workload, workloads } from './workload.ts';

/** Contenders that take turns on one Postgres, and under which loads. */
interface Stage {
  readonly contenders: (cluster: BenchCluster) => Promise<readonly Contender[]>;
  readonly cells: readonly (readonly [workload: Workload, clients: number])[];
}

const { values: flags } = readOptions({ options: { json: { type: 'boolean' }, quick: { type: 'boolean' } } });

const single = (cluster: BenchCluster): Contender => pgbench(cluster.url, cluster.folder);
const everything = workloads.flatMap((workload) => [1, 8, 32, 64].map((clients) => [workload, clients] as const));

/** The product has jobs of its own, so the others do not run alongside it. The quick form has only what was promised. */
const stages: readonly Stage[] = [
  {
    contenders: async (cluster) => [single(cluster), batched(cluster.url)],
    cells: flags.quick ? [['hot', 32]] : [],
  },
  {
    // What models do, no login of the product may: it is the owner's.
    contenders: async (cluster) => [orm(cluster.ownerUrl), single(cluster), batched(cluster.url)],
    cells: flags.quick ? [['random', 32]] : everything,
  },
  {
    contenders: async (cluster) => [single(cluster), await http(cluster), await http(cluster, { codes: 'off' })],
    cells: flags.quick ? [['hot', 64]] : everything,
  },
  {
    contenders: async (cluster) => [single(cluster), await http(cluster, { processes: 2 })],
    cells: flags.quick ? [] : [['hot', 64]],
  },
];
const slowStages: readonly Stage[] = [
  {
    contenders: async (cluster) => [single(cluster), batched(cluster.url)],
    cells: [
      ['hot', 64],
      ['random', 64],
    ],
  },
];

async function runStage(cluster: BenchCluster, { contenders, cells }: Stage, rounds: number): Promise<Sample[]> {
  if (cells.length === 0) return [];
  const ready = await contenders(cluster);
  try {
    await cluster.settle();
    const samples: Sample[] = [];
    for (const [workload, clients] of cells) {
      const measured = await runCell(cluster, ready, workload, clients, rounds);
      say(tableOf(measured));
      samples.push(...measured);
    }
    return samples;
  } finally {
    for (const contender of ready) await contender.close();
  }
}

/** The stages on a fresh Postgres; afterwards the books must balance. */
async function onFreshCluster(
  chosen: readonly Stage[],
  rounds: number,
  last: (cluster: BenchCluster) => Promise<void> = async () => undefined,
): Promise<Sample[]> {
  const cluster = await BenchCluster.create();
  try {
    const samples: Sample[] = [];
    for (const stage of chosen) samples.push(...(await runStage(cluster, stage, rounds)));
    await last(cluster);
    await cluster.verify();
    return samples;
  } finally {
    await cluster.remove();
  }
}

async function main(): Promise<void> {
  say('off here: limits of calls a minute; in `http, codes off` also the codes, to see what they cost');
  if (!hasPgbench()) throw new Error('pgbench is missing: apt-get install postgresql-15');
  let history: HistoryPages | undefined;
  const samples = await onFreshCluster(stages, flags.quick ? 3 : 6, async (cluster) => {
    await cluster.writeHistory();
    history = await measureHistory(cluster.url);
  });
  const slow = flags.quick
    ? undefined
    : await withSlowFlush(() => {
        say('\nwith 1 ms more for every flush to disk');
        return onFreshCluster(slowStages, 3);
      });
  const summary = summaryOf(samples, history, slow);
  process.stdout.write(`${flags.json ? JSON.stringify(summary) : JSON.stringify(summary, null, 2)}\n`);
}

await main();
