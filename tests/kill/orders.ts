import { wireAmount } from '../../api/contract/src/units.ts';
import type { Random } from '../../api/src/testing/index.ts';

/** What one member wants to send to another, once, whatever happens on the way. */
export interface Order {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly amountMinor: bigint;
  readonly amount: string;
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

/** The next order of a seed: mostly a few USD, sometimes more than there is, sometimes beyond a limit. */
export function nextOrder(random: Random): Order {
  const [from, to] = random.pick(pairs);
  const kind = random.below(20);
  const whole = kind === 0 ? 5000 : kind === 1 ? 0 : kind < 5 ? random.below(60) : 1 + random.below(3);
  const amountMinor = BigInt(whole) * 1_000_000n + BigInt(1 + random.below(999_999));
  return { key: uuid(random), from, to, amountMinor, amount: wireAmount(amountMinor, 'USD') };
}

/** A UUID that a seed repeats. */
function uuid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
