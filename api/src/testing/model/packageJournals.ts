import { type Amounts, amountsOf } from './amounts.ts';
import type { Loop, PackageQuote } from './packageQuote.ts';

/** The price becomes locked USDP with its backing; the reward leaves the pool and is promised, in the same journal. */
export const purchaseAmounts = ({
  price,
  usd,
  rp,
  reward,
}: Pick<PackageQuote, 'price' | 'usd' | 'rp' | 'reward'>): Amounts =>
  amountsOf({
    usdAvailable: -usd,
    usdpLocked: price,
    rpAvailable: -rp,
    usdpIssued: -price,
    rpIssued: rp,
    reserveUsdp: price,
    reserveRp: -rp,
    packageRewardPool: -reward,
    committedReward: reward,
  });

/** A loop's value is no longer locked, and its reward becomes USDP with its backing. */
export const releaseAmounts = ({ value, reward }: Loop): Amounts =>
  amountsOf({
    usdpActive: value + reward,
    usdpLocked: -value,
    usdpIssued: -reward,
    reserveUsdp: reward,
    committedReward: -reward,
  });

/** The key of a release: each happens once, whoever asks for it and however late. */
export const releaseKey = (packageId: string, n: number): string => `package-loop:${packageId}:${n}`;

/** Those that are due by now and were not released. */
export const dueLoops = (loops: readonly Loop[], released: ReadonlySet<number>, now: Date): readonly Loop[] =>
  loops.filter(({ n, dueAt }) => dueAt <= now && !released.has(n));
