import pg from 'pg';
import type { BenchCluster } from '../ledger/cluster.ts';
import { type Action, http } from '../ledger/http.ts';
import { cpuUs, median, perSecond, ratio, rounded, tableOf } from '../ledger/report.ts';
import { runCell, say } from '../ledger/rounds.ts';
import { singleTransfers } from './singleTransfers.ts';

const purchase: Action = {
  name: 'purchases',
  path: '/api/v1/packages',
  order: () => ({ level: 'Clear', shownReward: '0' }),
};
const clients = 32;
/** Of a second a slow machine may spend half on connections. */
const sliceMs = 3_000;
const single = 'single';

/** Purchases over HTTP, whose rewards come out of one pool, alongside transfers with a fee by the single posting call. */
export async function measurePurchases(cluster: BenchCluster, rounds: number) {
  await openSale(cluster.ownerUrl);
  const contenders = [singleTransfers(cluster.url, clients), await http(cluster, { action: purchase })];
  try {
    await cluster.settle();
    const samples = await runCell(cluster, contenders, 'hot', clients, rounds, sliceMs);
    say(tableOf(samples, single));
    const own = samples.filter(({ contender }) => contender === purchase.name);
    const chosen = { contender: purchase.name, workload: 'hot', clients } as const;
    return {
      ratio: rounded(ratio(samples, chosen, single)),
      cpu_ratio: rounded(ratio(samples, chosen, single, cpuUs)),
      per_second: rounded(median(own.map(perSecond)), 0),
      cpu_us: rounded(median(own.map(cpuUs)), 0),
      p50_ms: rounded(median(own.map(({ run }) => run.p50Ms)), 1),
      p99_ms: rounded(median(own.map(({ run }) => run.p99Ms)), 1),
    };
  } finally {
    for (const contender of contenders) await contender.close();
  }
}

/** Sold to everybody, out of a pool that does not run dry. */
async function openSale(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`UPDATE member SET country = 'JP'`);
    await client.query(
      `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
       VALUES ('productSale', 'package', '{"open": true, "closedIn": ""}', product_now(), 'bench', product_now(), 'bench')`,
    );
    await client.query(
      `SELECT post(gen_random_uuid(), 0, 'bench-pool', '\\x00', 'opening', '{}', ARRAY[601, 701]::bigint[],
                   ARRAY[1000000000000, -1000000000000]::bigint[], NULL, NULL, NULL)`,
    );
    await client.query('VACUUM ANALYZE member');
  } finally {
    await client.end();
  }
}
