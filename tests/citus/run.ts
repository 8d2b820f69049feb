/**
 * `npm run citus`: the product on a schema that lies on a node of the Citus cluster of CITUS_URL, an administrator's address of
 * a database on its coordinator, with two nodes that take data. Everything a member does and a day of bonuses, then money under
 * load while the schema moves to the other node; exits 1 if anything is off. In the end the same load on plain Postgres, side by
 * side. The schema is another product's own: it is made, and removed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '../../api/src/testing/index.ts';
import { KillableApi } from '../kill/api.ts';
import { KillableCluster } from '../kill/cluster.ts';
import { bonusesOf, dayIsOver, fillDay } from '../kill/dueDay.ts';
import { balancesIn, examine } from '../kill/evidence.ts';
import { Forwarder } from '../kill/forwarder.ts';
import { logIn, openPurses, progress, putForward } from '../kill/harness.ts';
import { Load } from '../kill/load.ts';
import { printReport } from '../kill/report.ts';
import { Sender } from '../kill/sender.ts';
import { readOptions } from '../support/options.ts';
import { CitusSchema, type PlaceUrls } from './cluster.ts';
import { goThroughFlows } from './flows.ts';

const { values } = readOptions({ options: { seconds: { type: 'string', default: '10' } } });
const loadMs = Number(values.seconds) * 1_000;
const { CITUS_URL: adminUrl, DATABASE_SCHEMA: schema } = process.env;
if (adminUrl === undefined || schema === undefined) {
  process.stderr.write('CITUS_URL is missing, an administrator’s address of a database on a coordinator.\n');
  process.exit(2);
}
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The product's process; `envOf` is its place. */
const apiOn = (proxy: Forwarder, { url, ownerUrl }: { url: string; ownerUrl: string }, dataDir?: string): KillableApi =>
  new KillableApi(proxy, { url, ownerUrl }, { env: { DATABASE_SCHEMA: schema }, ...(dataDir && { dataDir }) });
const through = ({ url, coordinatorUrl }: PlaceUrls) => ({ url, ownerUrl: coordinatorUrl });

/** Members at work for so long. @returns answers a second */
async function rateOf(load: Load): Promise<number> {
  const before = load.answered.length;
  await delay(loadMs);
  return Math.round((load.answered.length - before) / (loadMs / 1_000));
}

async function onCitus(citus: CitusSchema): Promise<{ rate: number; rateAfter: number }> {
  const [first = '', second = ''] = citus.nodes;
  say(`placed on ${first} in ${Math.round(await citus.place(first))} ms`);
  const proxy = await Forwarder.listen(() => 'pass');
  const { ownerUrl } = citus.on(first);
  let api = apiOn(proxy, through(citus.on(first)));
  try {
    await api.start();
    const { names, keys } = await goThroughFlows(api.origin, { ...api.product, ownerUrl });
    say(`done there: ${names.join(', ')}`);
    await openPurses(ownerUrl);
    await fillDay(ownerUrl, { packages: 2, stakes: 2 });
    await putForward(api.origin);
    while ((await bonusesOf(ownerUrl)).bonusesPaid === 0) await delay(500);
    await dayIsOver(ownerUrl);
    const { bonusDays, bonusesPaid } = await bonusesOf(ownerUrl);
    say(`${bonusDays} days of bonus, ${bonusesPaid} paid`);

    const opening = await balancesIn(ownerUrl, 'USD');
    const sender = new Sender(api.origin, await logIn(api.origin), new Random(), {
      // While it moves, writes wait, some for longer than they may; then the former node draws no numbers.
      isExcused: () => true,
    });
    const load = new Load(sender, new Random());
    const working = load.work();
    const rate = await rateOf(load);
    say(`moved to ${second} under load in ${Math.round(await citus.place(second))} ms`);
    await api.kill();
    const { dataDir } = api;
    api = apiOn(proxy, through(citus.on(second)), dataDir);
    await api.start();
    await progress(() => load.answered.length);
    const rateAfter = await rateOf(load);
    load.end();
    await working;
    await dayIsOver(citus.on(second).ownerUrl);
    await load.askAgain();
    await api.kill();
    const { lost, doubled, faults } = await examine(citus.on(second).ownerUrl, opening, load.answered, keys);
    printReport(
      { figures: { ...load.figures(), lost, doubled }, faults: [...faults, ...load.faults] },
      'npm run citus',
    );
    return { rate, rateAfter };
  } finally {
    await api.remove();
    await proxy.close();
  }
}

async function onPlain(): Promise<number> {
  const cluster = await KillableCluster.create();
  const proxy = await Forwarder.listen(() => 'pass');
  const api = apiOn(proxy, cluster);
  try {
    await api.start();
    await openPurses(cluster.ownerUrl);
    const load = new Load(new Sender(api.origin, await logIn(api.origin), new Random()), new Random());
    const working = load.work();
    const rate = await rateOf(load);
    load.end();
    await working;
    return rate;
  } finally {
    await api.remove();
    await proxy.close();
    await cluster.remove();
  }
}

const citus = await CitusSchema.create(adminUrl, schema);
try {
  const { rate, rateAfter } = await onCitus(citus);
  const plain = await onPlain();
  say(`answers a second: ${rate} on Citus, ${rateAfter} after the move, ${plain} on plain Postgres`);
} finally {
  await citus.remove();
}
