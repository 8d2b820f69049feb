import autocannon from 'autocannon';
import { Random } from '../../../api/src/testing/random.ts';
import { startProduct } from '../../support/product.ts';
import { tokenOf, treeMembers } from './cluster.ts';
import type { Contender } from './contender.ts';
import { pick, type Workload } from './workload.ts';

const random = new Random();

/** The whole product in a process of its own, from the request's first byte to the answer's last. */
export async function http(databaseUrl: string, folder: string): Promise<Contender> {
  const product = await startProduct({
    dataDir: `${folder}/api`,
    env: { DATABASE_URL: databaseUrl, SEED_DEMO: 'false', RATE_LIMIT_FACTOR: '100000' },
  });
  return {
    name: 'http',
    async run(workload, clients, milliseconds) {
      const result = await autocannon({
        url: product.origin,
        connections: clients,
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
    },
    async close() {
      await product.stop();
    },
  };
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
