import { wireAmount } from '../../api/contract/src/units.ts';
import type { Random } from '../../api/src/testing/index.ts';

/** What one member wants done, once, whatever happens on the way. */
export interface Order {
  readonly key: string;
  readonly from: string;
  readonly path: string;
  readonly body: object;
}

/** Pairs of one line of the demo team, both ways; `demo` is in most of them, so that its balance is always wanted. */
const pairs = [
  ['demo', 'demoleft'],
  ['demoleft', 'demo'],
  ['demo', 'demoright'],
  ['demoright', 'demo'],
  ['demo', 'emma'],
  ['emma', 'demo'],
  ['emma', 'demoright'],
  ['demoright', 'lihua'],
  ['lihua', 'demo'],
  ['demo', 'noah'],
  ['noah', 'demo'],
] as const;

export const senders: readonly string[] = [...new Set(pairs.map(([from]) => from))];

/** The next order of a seed: mostly a transfer of a few USD, sometimes a package or a stake. */
export function nextOrder(random: Random): Order {
  const [from, to] = random.pick(pairs);
  const kind = random.below(12);
  return kind === 0 ? aPackage(random, from) : kind === 1 ? aStake(random, from) : aTransfer(random, from, to);
}

/** Sometimes of more than there is, sometimes beyond a limit. */
function aTransfer(random: Random, from: string, to: string): Order {
  const kind = random.below(20);
  const whole = kind === 0 ? 5000 : kind === 1 ? 0 : kind < 5 ? random.below(60) : 1 + random.below(3);
  const amount = wireAmount(BigInt(whole) * 1_000_000n + BigInt(1 + random.below(999_999)), 'USD');
  return { key: uuid(random), from, path: '/api/v1/transfers', body: { recipient: to, amount, unit: 'USD' } };
}

/** Sometimes with a reward that nobody can promise. */
function aPackage(random: Random, from: string): Order {
  const shownReward = random.below(5) === 0 ? '30' : '0';
  return { key: uuid(random), from, path: '/api/v1/packages', body: { level: 'Clear', shownReward } };
}

function aStake(random: Random, from: string): Order {
  const shownReward = random.below(5) === 0 ? '30' : '0';
  const cp = wireAmount(100_000_000n + BigInt(random.below(9_999_999)), 'CP');
  return { key: uuid(random), from, path: '/api/v1/stakes', body: { cp, shownRate: '1.0000', shownReward } };
}

/** A UUID that a seed repeats. */
function uuid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
