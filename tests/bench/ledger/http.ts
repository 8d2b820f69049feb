import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { Random } from '../../../api/src/testing/index.ts';
import { type Product, startProduct } from '../../support/product.ts';
import { type BenchCluster, tokenOf, treeMembers } from './cluster.ts';
import { Senders } from './codes.ts';
import type { Contender, Run } from './contender.ts';
import { pick, type Workload } from './workload.ts';

const random = new Random();
export interface Order {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** More than anything here sends in one run. */
const transfersARun = 12_000;

/** Members who give codes, and the key that the secrets of these are kept under. */
export interface Authenticators {
  readonly senders: Senders;
  readonly key: Buffer;
}

export async function bindAuthenticators(cluster: BenchCluster): Promise<Authenticators> {
  const bound = { senders: new Senders(treeMembers), key: randomBytes(32) };
  await cluster.bindAuthenticators(bound.senders.secret, bound.key);
  return bound;
}

export interface HttpOptions {
  readonly processes?: number;
  /** Off: no transfer asks for a code, as nothing that is sold does. Only to see what the codes cost. */
  readonly codes?: 'on' | 'off';
  /** Instead of transfers. */
  readonly action?: Action;
  /** Where several such run at once: the name of its folder, and whose codes all of them know. */
  readonly name?: string;
  readonly authenticators?: Authenticators;
  /** More settings, as in production.md. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What members do that needs no code. */
export interface Action {
  readonly name: string;
  readonly path: string;
  readonly order: (member: number) => Readonly<Record<string, unknown>>;
}

export interface HttpContender extends Contender {
  /** Of the product's processes. */
  readonly pids: readonly number[];
}

/**
 * The whole product, from the request's first byte to the answer's last, in processes of its own that share the
 * database and take equal parts of the clients.
 */
export async function http(cluster: BenchCluster, options: HttpOptions = {}): Promise<HttpContender> {
  const { processes = 1, codes = 'on', action, name = 'api', env = {} } = options;
  const authenticators =
    options.authenticators ?? (codes === 'on' && !action ? await bindAuthenticators(cluster) : undefined);
  const { senders, key = randomBytes(32) } = authenticators ?? {};
  const products: Product[] = [];
  while (products.length < processes)
    products.push(
      await startProduct({
        dataDir: join(cluster.folder, `${name}-${codes}-${processes}-${products.length}`),
        env: {
          DATABASE_URL: cluster.url,
          OWNER_DATABASE_URL: cluster.ownerUrl,
          SEED_DEMO: 'false',
          RATE_LIMIT_FACTOR: '100000',
          SECOND_FACTOR: codes,
          SECRET_KEYS: key.toString('base64'),
          ...env,
        },
      }),
    );
  return {
    name: action?.name ?? `http${processes === 1 ? '' : ` x${processes}`}${codes === 'on' ? '' : ', codes off'}`,
    pids: products.map(({ pid }) => pid),
    async prepare() {
      await senders?.refill(transfersARun);
    },
    async run(workload, clients, milliseconds) {
      const share = Math.ceil(clients / processes);
      const nextOrder = (): Order => (action ? orderOf(action, workload) : order(workload, senders));
      const runs = await Promise.all(
        products.map(({ origin }) => load(origin, action?.path ?? '/api/v1/transfers', nextOrder, share, milliseconds)),
      );
      const worst = (subject: (run: Run) => number): number => Math.max(...runs.map(subject));
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

async function load(
  origin: string,
  path: string,
  nextOrder: () => Order,
  connections: number,
  milliseconds: number,
): Promise<Run> {
  const result = await autocannon({
    url: origin,
    connections,
    duration: milliseconds / 1_000,
    requests: [
      {
        method: 'POST',
        path,
        setupRequest: (request) => ({ ...request, ...nextOrder() }),
      },
    ],
  });
  const refused = result.non2xx + result.errors + result.timeouts;
  if (refused > 0) throw new Error(`${refused} of ${result.requests.total} calls were refused`);
  if (result['2xx'] === 0) throw new Error('nothing was answered in time');
  const { p50, p99 } = result.latency;
  return { transfers: result['2xx'], seconds: result.duration, p50Ms: p50, p99Ms: p99 };
}

/** From a member to one above or below, each order with a key of its own, and a code where they are asked for. */
export function order(workload: Workload, senders: Senders | undefined): Order {
  const { member: from, code } = senders?.take() ?? { member: 2 + pick(workload, treeMembers - 1), code: undefined };
  const to = from > 1 && (random.below(2) === 0 || 2 * from > treeMembers) ? ancestorOf(from) : 2 * from;
  return {
    headers: headersOf(from),
    body: JSON.stringify({
      recipient: `member${to}`,
      amount: `0.000${100 + random.below(400)}`,
      unit: 'USD',
      ...(code !== undefined && { code }),
    }),
  };
}

function orderOf({ order: bodyOf }: Action, workload: Workload): Order {
  const member = 1 + pick(workload, treeMembers);
  return { headers: headersOf(member), body: JSON.stringify(bodyOf(member)) };
}

const headersOf = (member: number): Record<string, string> => ({
  'content-type': 'application/json',
  'sec-fetch-site': 'same-origin',
  cookie: `trellis-dev-session=${tokenOf(member)}`,
  'idempotency-key': crypto.randomUUID(),
});

/** Some member above, of a tree in which the one with number n stands below n / 2. */
const ancestorOf = (member: number): number => Math.max(1, member >> (1 + random.below(Math.floor(Math.log2(member)))));
