import { join } from 'node:path';
import autocannon from 'autocannon';
import { Random } from '../../../api/src/testing/random.ts';
import { type Product, startProduct } from '../../support/product.ts';
import { tokenOf, treeMembers } from './cluster.ts';
import type { Contender, Run } from './contender.ts';
import { pick, type Workload } from './workload.ts';

const random = new Random();

/**
 * The whole product, from the request's first byte to the answer's last, in processes of its own that share the
 * database and take equal parts of the clients.
 */
export async function http(databaseUrl: string, folder: string, processes = 1): Promise<Contender> {
  const products: Product[] = [];
  while (products.length < processes)
    products.push(
      await startProduct({
        dataDir: join(folder, `api-${products.length}`),
        env: { DATABASE_URL: databaseUrl, SEED_DEMO: 'false', RATE_LIMIT_FACTOR: '100000', SECOND_FACTOR: 'off' },
      }),
    );
  return {
    name: processes === 1 ? 'http' : `http x${processes}`,
    async run(workload, clients, milliseconds) {
      const share = Math.ceil(clients / processes);
      const runs = await Promise.all(products.map(({ origin }) => load(origin, workload, share, milliseconds)));
      const worst = (of: (run: Run) => number): number => Math.max(...runs.map(of));
      return {
        transfers: runs.reduce((sum, { transfers }) => sum + transfers, 0),
        seconds: worst(({ seconds }) => seconds),
        p50Ms: worst(({ p50Ms }) => p50Ms),
        p99Ms: worst(({ p99Ms }) => p99Ms),
      };
    },
    async close() {
      for (const product of products) await product.stop();
    },
  };
}

async function load(origin: string, workload: Workload, connections: number, milliseconds: number): Promise<Run> {
  const result = await autocannon({
    url: origin,
    connections,
    duration: milliseconds / 1_000,
    requests: [
      {
        method: 'POST',
        path: '/api/v1/transfers',
        setupRequest: (request) => ({ ...request, ...order(workload) }),
      },
    ],
  });
  const refused = result.non2xx + result.errors + result.timeouts;
  if (refused > 0) throw new Error(`${refused} of ${result.requests.total} transfers were refused`);
  const { p50, p99 } = result.latency;
  return { transfers: result['2xx'], seconds: result.duration, p50Ms: p50, p99Ms: p99 };
}

/** From a member to one above or below, each order with a key of its own. */
function order(workload: Workload): { headers: Record<string, string>; body: string } {
  const below = 2 + pick(workload, treeMembers - 1);
  const steps = 1 + random.below(Math.floor(Math.log2(below)));
  const above = Math.max(1, below >> steps);
  const [from, to] = random.below(2) === 0 ? [above, below] : [below, above];
  return {
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie: `trellis-dev-session=${tokenOf(from)}`,
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ recipient: `member${to}`, amount: `0.000${100 + random.below(400)}`, unit: 'USD' }),
  };
}
