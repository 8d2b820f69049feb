import type { DepositChain, Output } from '@trellis/api-contract';
import { useRef } from 'react';
import { walletApi } from '../api.ts';

export type Deposit = Output<'listDeposits'>['deposits'][number];

/** What arrives on a network while the page is open: what confirms, and the newest that was credited meanwhile. */
export function useArrivals(chain: DepositChain): { confirming: readonly Deposit[]; credited: Deposit | undefined } {
  const { data } = walletApi.useListDepositsInfiniteQuery({});
  const known = useRef<ReadonlySet<string>>(undefined);
  const here = (data?.pages[0]?.deposits ?? []).filter((deposit) => deposit.chain === chain);
  const credited = here.filter(({ state }) => state === 'credited');
  if (data && known.current === undefined) known.current = new Set(credited.map(({ id }) => id));
  return {
    confirming: here.filter(({ state }) => state === 'confirming'),
    credited: credited.find(({ id }) => known.current?.has(id) === false),
  };
}
