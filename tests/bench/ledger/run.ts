/**
 * `npm run bench:ledger`: four ways to make a transfer, side by side on one Postgres: models (`orm`), pgbench calling
 * the single posting function, the batcher, and the whole product over HTTP. Ratios count: each is the median over
 * rounds in which all contenders ran one after the other, in random order. `--json` prints one object, `--quick` ends
 * within a minute.
 */
import { parseArgs } from 'node:util';
import { Random } from '../../../api/src/testing/random.ts';
import { batched } from './batched.ts';
import { BenchCluster } from './cluster.ts';
import type { Contender } from './contender.ts';
import { type HistoryPages, measureHistory } from './history.ts';
import { http } from './http.ts';
import { orm } from './orm.ts';
import { hasPgbench, pgbench } from './pgbench.ts';
import { type Cell, type Sample, summaryOf, tableOf } from './report.ts';
import { withSlowFlush } from './slowFlush.ts';
import { feeMinor, workloads } from './workload.ts';

type Contenders = Readonly<Record<'orm' | 'pgbench' | 'batched' | 'http', Contender>>;

const { values: flags } = parseArgs({ options: { json: { type: 'boolean' }, quick: { type: 'boolean' } } });
const sliceMs = 1_000;
const random = new Random();

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** What is measured: in the quick form only what the promised ratios need. */
function plan(contenders: Contenders): Cell[] {
  const { orm: models, pgbench: single, batched: batch, http: whole } = contenders;
  if (!flags.quick)
    return workloads.flatMap((workload) =>
      [1, 8, 32, 64].map((clients) => ({ workload, clients, contenders: [models, single, batch, whole] })),
    );
  return [
    { workload: 'hot', clients: 32, contenders: [single, batch] },
    { workload: 'random', clients: 32, contenders: [models, single, batch] },
    { workload: 'hot', clients: 64, contenders: [single, whole] },
  ];
}

async function measure(cluster: BenchCluster, cells: readonly Cell[], rounds: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const { workload, clients, contenders } of cells) {
    await cluster.setFee(workload === 'hot' ? feeMinor : 0n);
    // The first round warms up connections, plans and caches.
    for (let round = 0; round <= rounds; round += 1)
      for (const contender of random.shuffle(contenders)) {
        const before = await cluster.meter();
        const run = await contender.run(workload, clients, sliceMs);
        const after = await cluster.meter();
        if (round > 0) samples.push({ contender: contender.name, workload, clients, round, run, before, after });
      }
    say(tableOf(samples.filter((sample) => sample.workload === workload && sample.clients === clients)));
  }
  return samples;
}

/** All contenders on a Postgres of their own; afterwards the books must balance. */
async function onFreshCluster(
  cellsOf: (contenders: Contenders) => readonly Cell[],
  rounds: number,
  last: (cluster: BenchCluster) => Promise<void> = async () => undefined,
): Promise<Sample[]> {
  const cluster = await BenchCluster.create();
  try {
    const contenders: Contenders = {
      orm: orm(cluster.url),
      pgbench: pgbench(cluster.url, cluster.folder),
      batched: batched(cluster.url),
      http: await http(cluster.url, cluster.folder),
    };
    const close = async () => {
      for (const contender of Object.values(contenders)) await contender.close();
    };
    try {
      await cluster.settle();
      const samples = await measure(cluster, cellsOf(contenders), rounds);
      await close();
      await last(cluster);
      return samples;
    } catch (error) {
      await close();
      throw error;
    }
  } finally {
    await cluster.remove();
  }
}

async function main(): Promise<void> {
  if (!hasPgbench()) throw new Error('pgbench is missing: apt-get install postgresql-15');
  let history: HistoryPages | undefined;
  const samples = await onFreshCluster(plan, flags.quick ? 3 : 6, async (cluster) => {
    await cluster.writeHistory();
    history = await measureHistory(cluster.url);
    await cluster.verify();
  });
  const slow = flags.quick
    ? undefined
    : await withSlowFlush(() => {
        say('\nwith 1 ms more for every flush to disk');
        return onFreshCluster(
          ({ pgbench: single, batched: batch }) =>
            (['hot', 'random'] as const).map((workload) => ({ workload, clients: 64, contenders: [single, batch] })),
          3,
        );
      });
  const summary = summaryOf(samples, history, slow);
  process.stdout.write(`${flags.json ? JSON.stringify(summary) : JSON.stringify(summary, null, 2)}\n`);
}

await main();
