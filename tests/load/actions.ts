import type { Money } from '@trellis/api-contract';
import { type Answer, newKey, type Random } from '../../api/src/testing/index.ts';
import type { Books } from './books.ts';
import type { Person } from './crowd.ts';
import { movesOf } from './moves.ts';
import type { Phones } from './phones.ts';

export interface ActionParts {
  readonly crowd: readonly Person[];
  readonly books: Books;
  readonly random: Random;
  readonly phones: Pick<Phones, 'code' | 'done'>;
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

/**
 * A call with a key, now and then sent twice at once, as by a second tap: it happens once. What was confirmed goes into the books.
 */
async function once(
  { username, client }: Person,
  parts: ActionParts,
  name: string,
  path: string,
  body: object,
): Promise<Answer> {
  const key = newKey();
  const send = () => parts.send(name, () => client.post(path, body, { 'idempotency-key': key }));
  const [first, second = first] = await Promise.all(parts.random.below(10) > 0 ? [send()] : [send(), send()]);
  if (!first || !second) throw new Error('nothing was sent');
  const answer = first.problem.code === 'idempotency.in_flight' ? second : first;
  if (answer.status === 201) parts.books.apply(movesOf({ from: username, path, body, answer: answer.body }));
  return answer;
}

const look: Action = async ({ client }, { random, send }) => {
  const path = random.pick(['/balances', '/records', '/withdrawals', '/transfers/terms', '/exchanges/terms']);
  await send('read', () => client.get(`/api/v1${path}`));
};

const transfer: Action = async (who, parts) => {
  const { crowd, random, phones } = parts;
  const code = phones.code(who.username);
  if (code === undefined) return look(who, parts);
  const to = relative(who, crowd, random);
  const amount = below(random, 1, 60);
  await once(who, parts, 'transfer', '/api/v1/transfers', { recipient: to.username, amount, unit: 'USD', code });
};

const exchange: Action = async (who, parts) => {
  const { random, phones } = parts;
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
  await once(who, parts, 'exchange', '/api/v1/exchanges', { quote: quoted.body.id, code });
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
  const body = { ...wanted, address: who.address, received, code };
  const answer = await once(who, parts, 'withdrawal', '/api/v1/withdrawals', body);
  if (answer.status !== 201 || random.below(2) > 0) return;
  const path = `/api/v1/withdrawals/${String(answer.body.id)}/cancellation`;
  const cancelled = await parts.send('cancel', () => who.client.post(path, {}));
  if (cancelled.status === 200) books.apply(movesOf({ from: who.username, path, body: {}, answer: cancelled.body }));
};

/** How often each is done, of a hundred. */
export const actions: readonly (readonly [share: number, action: Action])[] = [
  [40, transfer],
  [20, exchange],
  [15, withdraw],
  [25, look],
];
