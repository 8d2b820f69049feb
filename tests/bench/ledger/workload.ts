import { accountOf, type JournalRequest, type Leg, Random, systemAccount } from '../../../api/src/testing/index.ts';

/**
 * Which accounts move: `random` two of all, `hot` the same with a fee to the one fee account of the platform, `skewed`
 * 80 % of picks among 1 % of members.
 */
export const workloads = ['random', 'hot', 'skewed'] as const;
export type Workload = (typeof workloads)[number];

/** Members that have nothing but an account, and so cost a contender nothing else. */
export const accounts = { first: 1_000_001, count: 100_000 } as const;
export const feeMinor = 3n;

const random = new Random();
const requestHash = Buffer.alloc(32, 7);

export interface Pair {
  readonly from: string;
  readonly to: string;
  readonly amountMinor: bigint;
}

/** A number below `count`, as the workload prefers it. */
export function pick(workload: Workload, count: number): number {
  const favoured = workload === 'skewed' && random.below(100) < 80;
  return random.below(favoured ? Math.max(2, Math.floor(count / 100)) : count);
}

export function nextPair(workload: Workload): Pair {
  const from = pick(workload, accounts.count);
  let to = from;
  while (to === from) to = pick(workload, accounts.count);
  return {
    from: String(accounts.first + from),
    to: String(accounts.first + to),
    amountMinor: BigInt(1 + random.below(500)),
  };
}

/** The same request that the transfer service makes. */
export function transferOf({ from, to, amountMinor }: Pair, workload: Workload): JournalRequest {
  const fee = workload === 'hot' ? feeMinor : 0n;
  const legs: Leg[] = [
    { account: accountOf(from, 'usdAvailable'), amountMinor: -(amountMinor + fee) },
    { account: accountOf(to, 'usdAvailable'), amountMinor },
  ];
  if (fee > 0n) legs.push({ account: systemAccount('usdFee'), amountMinor: fee });
  return {
    owner: from,
    key: crypto.randomUUID(),
    requestHash,
    kind: 'transfer',
    memo: { sender: from, recipient: to },
    legs,
    limit: { operation: 'transfer', unit: 'USD', amountMinor },
    unit: 'USD',
  };
}
