import { afterEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { type Answer, type Client, Random, runningPostgresUrl, verifyAll } from '../../api/src/testing/index.ts';
import { callerOf } from '../support/caller.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product | undefined;
afterEach(async () => {
  await product?.stop();
  product?.remove();
});

interface Order {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}

const members = ['demo', 'demoleft', 'demoright', 'emma', 'lihua'];
/** Pairs of one line, both ways. */
const pairs = [
  ['demo', 'demoleft'],
  ['demo', 'demoright'],
  ['demoright', 'emma'],
  ['demoright', 'lihua'],
  ['emma', 'demo'],
  ['lihua', 'demo'],
] as const;

const keyPrefix = 'c0a50000-0000-4000-8000-';

function orders(random: Random, count: number): Order[] {
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = random.pick(pairs);
    return {
      key: keyPrefix + index.toString(16).padStart(12, '0'),
      from,
      to,
      amount: `1.${random.below(1_000_000) + 1}`,
    };
  });
}

async function callers(running: Product): Promise<Map<string, Client>> {
  const clients = new Map<string, Client>();
  for (const name of members) clients.set(name, await callerOf(running, name));
  return clients;
}

function send(clients: ReadonlyMap<string, Client>, { key, from, to, amount }: Order): Promise<Answer> {
  const client = clients.get(from);
  if (!client) throw new Error(`nobody is logged in as ${from}`);
  return client.transfer(to, amount, key);
}

/** Sends until there is an answer to keep: a key may still be in flight on a connection of the dead process. */
async function settle(clients: ReadonlyMap<string, Client>, order: Order): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await send(clients, order);
    if ((answer.status !== 409 && answer.status !== 503) || tries > 100) return answer;
    await new Promise((next) => setTimeout(next, 50));
  }
}

test('kill -9 amid 200 transfers loses none that was confirmed and doubles none that is sent again', async () => {
  const random = new Random();
  const seed = `SEED=${random.seed}`;
  product = await startProduct();
  const wanted = orders(random, 200);
  const killAfter = 20 + random.below(100);
  const confirmed = new Map<string, string>();
  const clients = await callers(product);
  let killed: Promise<void> | undefined;
  const { kill } = product;
  const waiting = wanted.values();
  const sendOneByOne = async () => {
    for (const order of waiting) {
      const answer = await send(clients, order).catch(() => undefined);
      if (answer?.status === 201) confirmed.set(order.key, answer.text);
      if (confirmed.size >= killAfter) killed ??= kill();
    }
  };
  // A batch answers many at once: with all of them under way, the last could be confirmed before the first is noticed.
  await Promise.all(Array.from({ length: 40 }, sendOneByOne));
  await killed;
  expect([seed, killed !== undefined]).toEqual([seed, true]);
  expect([seed, confirmed.size < wanted.length]).toEqual([seed, true]);

  product = await startProduct({ dataDir: product.dataDir });
  const again = await callers(product);
  for (const order of wanted) {
    const answer = await settle(again, order);
    expect([seed, order.key, answer.status]).toEqual([seed, order.key, 201]);
    const before = confirmed.get(order.key);
    if (before !== undefined) expect([seed, order.key, answer.text]).toEqual([seed, order.key, before]);
  }

  const url = await runningPostgresUrl(product.dataDir);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ key: string; amount: string; postings: number }>(
    `SELECT j.key, max(p.amount)::text AS amount, count(*)::int AS postings
       FROM journal j JOIN posting p ON p.journal = j.id WHERE j.key LIKE '${keyPrefix}%' GROUP BY j.owner, j.key`,
  );
  await client.end();
  const minor = ({ amount }: Order) => String(Math.round(Number(amount) * 1e6));
  expect([seed, rows.map(({ key, amount, postings }) => `${key} ${amount} ${postings}`).sort()]).toEqual([
    seed,
    wanted.map((order) => `${order.key} ${minor(order)} 2`).sort(),
  ]);
  expect([seed, (await verifyAll(url)).filter(({ rows: faults }) => faults.length > 0)]).toEqual([seed, []]);
});
