import type { Money } from '@trellis/api-contract';
import { useEffect, useState } from 'react';
import { walletApi } from '../api.ts';

const pauseMs = 300;

/** What has to arrive for an amount, asked of the server once the typing pauses; `waiting` until that is known. */
export function useNeededDeposit(money: Money | undefined) {
  const wanted = money?.amount;
  const [amount, setAmount] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setAmount(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const query = walletApi.useGetNeededDepositQuery({ amount: amount ?? '' }, { skip: amount === undefined });
  // The answer to what was typed before is none.
  const isCurrent = amount !== undefined && amount === wanted;
  const needed = isCurrent ? query.currentData : undefined;
  const error = isCurrent ? query.error : undefined;
  return { needed, error, waiting: wanted !== undefined && !needed && !error };
}
