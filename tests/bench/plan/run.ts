/**
 * `npm run bench:plan`: the parts of packages that fall due on one day, by the product's batches and by the single
 * posting call, side by side on one Postgres, in parts a second of Postgres's CPU; likewise the stakes whose term ends on
 * one day; purchases over HTTP alongside transfers; and the bytes of the first screen. `--loops 1000000` takes so many parts
 * (100,000), `--stakes` so many contracts (20,000), `--json` prints one object, `--quick` ends within two minutes. The books
 * are looked through after each.
 */
import { readOptions } from '../../support/options.ts';
import { BenchCluster } from '../ledger/cluster.ts';
import { say } from '../ledger/rounds.ts';
import { firstScreenBytes } from '../web/bytes.ts';
import { fillDueDay } from './dueDay.ts';
import { measureMaturities } from './maturities.ts';
import { fillMaturityDay } from './maturityDay.ts';
import { measurePurchases } from './purchases.ts';
import { measureReleases } from './releases.ts';

const { values: flags } = readOptions({
  options: {
    json: { type: 'boolean' },
    quick: { type: 'boolean' },
    loops: { type: 'string' },
    stakes: { type: 'string' },
  },
});
const loops = Number(flags.loops ?? (flags.quick ? 10_000 : 100_000));
const stakes = Number(flags.stakes ?? (flags.quick ? 5_000 : 20_000));
const rounds = flags.quick ? 3 : 6;
if (!Number.isSafeInteger(loops) || loops < 10_000 || !Number.isSafeInteger(stakes) || stakes < 5_000) {
  process.stderr.write('--loops is a whole number from 10000 on, --stakes one from 5000 on.\n');
  process.exit(2);
}

async function onFreshCluster<Result>(measure: (cluster: BenchCluster) => Promise<Result>): Promise<Result> {
  const cluster = await BenchCluster.create();
  try {
    const result = await measure(cluster);
    await cluster.verify();
    return result;
  } finally {
    await cluster.remove();
  }
}

async function main(): Promise<void> {
  const releases = await onFreshCluster(async (cluster) => {
    const { holders } = await fillDueDay(cluster.ownerUrl, loops);
    say(`${loops} parts of ${holders} members are due`);
    return measureReleases(cluster, loops, rounds);
  });
  const maturities = await onFreshCluster(async (cluster) => {
    const { holders } = await fillMaturityDay(cluster.ownerUrl, stakes);
    say(`\n${stakes} stakes of ${holders} members mature`);
    return measureMaturities(cluster, stakes, rounds);
  });
  say('\nbought over HTTP, alongside transfers by the single posting call');
  const purchases = await onFreshCluster((cluster) => measurePurchases(cluster, rounds));
  const bytes = firstScreenBytes('plan');
  if (bytes === undefined) say('mf-plan is not built, so its bytes are left out');
  const summary = { loops, releases, stakes, maturities, purchases, plan_first_screen_bytes_br: bytes ?? null };
  process.stdout.write(`${JSON.stringify(summary, null, flags.json ? undefined : 2)}\n`);
}

await main();
