import type { Money } from '@trellis/api-contract';
import { type Answer, newKey, type Random } from '../../api/src/testing/index.ts';
import type { Books } from './books.ts';
import type { Person } from './crowd.ts';
import type { Phones } from './phones.ts';

export interface ActionParts {
  readonly crowd: readonly Person[];
  readonly books: Books;
  readonly random: Random;
  readonly phones: Phones;
  /** Sends one call and counts it. */
  readonly send: (name: string, call: () => Promise<Answer>) => Promise<Answer>;
}

/** What a member does once; without a fresh code they only look. */
type Action = (who: Person, parts: ActionParts) => Promise<void>;

const below = (random: Random, from: number, to: number): string =>
  `${from + random.below(to - from)}.${String(random.below(1_000_000)).padStart(6, '0')}`;

/** Someone above or below in the tree. */
function relative({ number }: Person, crowd: readonly Person[], random: Random): Person {
  const above = Array.from({ length: Math.floor(Math.log2(number)) }, (_, step) => number >> (step + 1));
  const under = [2 * number, 2 * number + 1].filter((child) => child <= crowd.length);
  const result = crowd[random.pick([...above, ...under]) - 1];
  if (!result) throw new Error(`no ${number} in the crowd`);
  return result;
}

/** A thing with a key, now and then sent twice at once, as by a second tap: it happens once. */
async function once(parts: ActionParts, name: string, call: (key: string) => Promise<Answer>): Promise<Answer> {
  const key = newKey();
  if (parts.random.below(10) > 0) return parts.send(name, () => call(key));
  const [first, second] = await Promise.all([parts.send(name, () => call(key)), parts.send(name, () => call(key))]);
  return first.problem.code === 'idempotency.in_flight' ? second : first;
}

const look: Action = async ({ client }, { random, send }) => {
  const path = random.pick(['/balances', '/records', '/withdrawals', '/transfers/terms', '/exchanges/terms']);
  await send('read', () => client.get(`/api/v1${path}`));
};

const transfer: Action = async (who, parts) => {
  const { books, crowd, random, phones } = parts;
  const code = phones.code(who.username);
  if (code === undefined) return look(who, parts);
  const to = relative(who, crowd, random);
  const amount = below(random, 1, 60);
  const answer = await once(parts, 'transfer', (key) => who.client.transfer(to.username, amount, key, code));
  if (answer.status !== 201) return;
  books.take(who.username, { amount, unit: 'USD' });
  books.add(to.username, answer.body.amount as Money);
};

const exchange: Action = async (who, parts) => {
  const { books, random, phones } = parts;
  const code = phones.code(who.username);
  if (code === undefined) return look(who, parts);
  const [from, to] = random.pick([
    ['USDP', 'USD'],
    ['USD', 'USDT'],
    ['USDT', 'USD'],
  ] as const);
  const quoted = await parts.send('quote', () =>
    who.client.post('/api/v1/exchanges/quotes', { from, to, amount: below(random, 1, 80) }),
  );
  if (quoted.status >= 300) return;
  const answer = await once(parts, 'exchange', (key) =>
    who.client.post('/api/v1/exchanges', { quote: quoted.body.id, code }, { 'idempotency-key': key }),
  );
  if (answer.status !== 201) return;
  books.take(who.username, answer.body.given as Money);
  books.add(who.username, answer.body.credit as Money);
};

const withdraw: Action = async (who, parts) => {
  const { books, random, phones } = parts;
  const code = phones.code(who.username);
  if (code === undefined) return look(who, parts);
  const unit = random.pick(['USD', 'USDT'] as const);
  const wanted = { unit, amount: String(20 + random.below(40)), asset: 'USDT', chain: 'BSC' };
  const quoted = await parts.send('quote', () =>
    who.client.get(`/api/v1/withdrawals/quote?${new URLSearchParams(wanted)}`),
  );
  if (quoted.status !== 200) return;
  const received = (quoted.body.received as Money).amount;
  const answer = await once(parts, 'withdrawal', (key) =>
    who.client.post(
      '/api/v1/withdrawals',
      { ...wanted, address: who.address, received, code },
      { 'idempotency-key': key },
    ),
  );
  if (answer.status !== 201) return;
  books.take(who.username, answer.body.amount as Money);
  if (random.below(2) > 0) return;
  const cancelled = await parts.send('cancel', () =>
    who.client.post(`/api/v1/withdrawals/${String(answer.body.id)}/cancellation`, {}),
  );
  if (cancelled.status === 200) books.add(who.username, answer.body.amount as Money);
};

/** How often each is done, of a hundred. */
export const actions: readonly (readonly [share: number, action: Action])[] = [
  [40, transfer],
  [20, exchange],
  [15, withdraw],
  [25, look],
];
