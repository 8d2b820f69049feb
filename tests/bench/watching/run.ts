/**
 * `npm run bench:watching`: what metrics and traces cost a transfer over HTTP, in the processor's time of the product and of its
 * Postgres together. One product has neither, one counts, one sends traces besides; another does the jobs. They take turns, for
 * machines are not equally fast all the time, and each turn is held against that of the one with neither: ratios count. What a
 * scrape costs is measured by itself, between turns, and added by how often `prometheus.yml` has it. `--quick` has three turns.
 * Members give their codes; limits of calls a minute are off, because all come from one address.
 */
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../api/src/testing/index.ts';
import { readOptions } from '../../support/options.ts';
import { BenchCluster } from '../ledger/cluster.ts';
import type { Senders } from '../ledger/codes.ts';
import { bindAuthenticators, type HttpContender, http } from '../ledger/http.ts';
import { processMs } from '../ledger/processTime.ts';
import { say } from '../ledger/rounds.ts';
import { feeMinor } from '../ledger/workload.ts';

const { values: flags } = readOptions({ options: { quick: { type: 'boolean' } } });
const turns = flags.quick ? 3 : 24;
const clients = 64;
const scrapeEverySeconds = 30;
const turnMs = 1_500;
/** More than a turn has. Each member has a code for one in half a minute. */
const transfersATurn = 4_000;
/** Of metrics, to neither. */
const most = 1.03;

interface Cost {
  readonly productUs: number;
  readonly postgresUs: number;
  readonly perSecond: number;
}
interface Side {
  readonly name: string;
  readonly product: HttpContender;
  readonly metricsPort?: number;
  readonly costs: Cost[];
}

const collector = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
});
const collectorPort = await freePort();
collector.listen(collectorPort, '127.0.0.1');

async function turn(cluster: BenchCluster, senders: Senders, { product, costs }: Side): Promise<void> {
  await senders.refill(transfersATurn);
  const before = await spent(cluster, product);
  const { transfers, seconds } = await product.run('random', clients, turnMs);
  const after = await spent(cluster, product);
  costs.push({
    productUs: (after.productUs - before.productUs) / transfers,
    postgresUs: (after.postgresUs - before.postgresUs) / transfers,
    perSecond: transfers / seconds,
  });
}

async function spent(cluster: BenchCluster, { pids }: HttpContender) {
  const { cpuUs: postgresUs } = await cluster.meter();
  return { productUs: pids.reduce((sum, pid) => sum + processMs(pid) * 1_000, 0), postgresUs };
}

/** Microseconds of both for one scrape, while what was sent before is still being worked off. */
async function scrapeUs(cluster: BenchCluster, { product, metricsPort }: Side): Promise<number> {
  const costOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await spent(cluster, product);
    await work();
    const after = await spent(cluster, product);
    return after.productUs + after.postgresUs - before.productUs - before.postgresUs;
  };
  const scrapes = 20;
  const startedAt = performance.now();
  const withThem = await costOf(async () => {
    for (let each = 0; each < scrapes; each += 1)
      await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((answer) => answer.text());
  });
  const without = await costOf(() => delay(performance.now() - startedAt));
  return (withThem - without) / scrapes;
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const whole = (cost: Cost | undefined): number => (cost ? cost.productUs + cost.postgresUs : Number.NaN);

const cluster = await BenchCluster.create();
const running: HttpContender[] = [];
try {
  await cluster.setFee(feeMinor);
  const authenticators = await bindAuthenticators(cluster);
  const start = async (name: string, env: Readonly<Record<string, string>>): Promise<HttpContender> => {
    const product = await http(cluster, { name, env, authenticators });
    running.push(product);
    return product;
  };
  await start('jobs', {});
  await cluster.settle();
  const ports = [await freePort(), await freePort()];
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}` };
  const neither: Side = { name: 'neither', product: await start('neither', {}), costs: [] };
  const sides: Side[] = [neither];
  for (const [index, [name, env]] of Object.entries({ metrics: {}, 'metrics and traces': traces }).entries()) {
    const metricsPort = ports[index] ?? 0;
    const product = await start(`watched-${index}`, { METRICS_PORT: String(metricsPort), ...env });
    sides.push({ name, product, metricsPort, costs: [] });
  }
  // Connections, plans and caches.
  for (const each of sides) await turn(cluster, authenticators.senders, each);
  for (const { costs } of sides) costs.length = 0;
  const scrapes: number[] = [];
  for (let round = 0; round < turns; round += 1) {
    say(`turn ${round + 1} of ${turns}`);
    for (const each of round % 2 === 0 ? sides : sides.toReversed()) await turn(cluster, authenticators.senders, each);
    if (round % 3 === 0 && sides[1]) scrapes.push(await scrapeUs(cluster, sides[1]));
  }
  const scrape = medianOf(scrapes);
  const perSecond = medianOf(neither.costs.map((cost) => cost.perSecond));
  for (const { name, costs } of sides) {
    const added = name === 'neither' ? 0 : scrape / scrapeEverySeconds / perSecond;
    const ratio = medianOf(costs.map((cost, index) => (whole(cost) + added) / whole(neither.costs[index])));
    process.stdout.write(
      `${name === 'metrics' && ratio > most ? '!!' : '  '} ${name}: a transfer ${medianOf(costs.map(({ productUs }) => productUs)).toFixed(0)} us of the product, ` +
        `${medianOf(costs.map(({ postgresUs }) => postgresUs)).toFixed(0)} us of Postgres (${ratio.toFixed(3)})\n`,
    );
  }
  process.stdout.write(
    `A scrape: ${(scrape / 1_000).toFixed(1)} ms of both, every ${scrapeEverySeconds} s at ${perSecond.toFixed(0)} transfers a second.\n`,
  );
  process.stdout.write(
    `In brackets: both together, with scrapes, to neither; wanted of metrics ${most.toFixed(2)} at most.\n`,
  );
  await cluster.verify();
} finally {
  for (const product of running) await product.close();
  await cluster.remove();
  collector.close();
}
