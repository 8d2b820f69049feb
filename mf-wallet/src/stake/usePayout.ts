import type { Money, PayoutChain } from '@trellis/api-contract';
import { walletApi } from '../api.ts';

/** What a payout to an address costs and what arrives there, in USDT, as far as it is known yet. */
export interface Payout {
  readonly fee: Money | undefined;
  /** At the rate of now; `undefined` also where there is none. */
  readonly received: Money | undefined;
  readonly busy: boolean;
}

/**
 * What comes of a payout of this much to an address on this chain, now.
 * @param chain `undefined`: none is made
 * @param amount in USD; `undefined` while it is not known
 */
export function usePayout(chain: PayoutChain | undefined, amount: Money | undefined): Payout {
  const terms = walletApi.useGetWithdrawalTermsQuery({}, { skip: chain === undefined });
  const wanted = {
    unit: 'USD',
    amount: amount?.amount ?? '',
    asset: 'USDT',
    chain: chain ?? 'TRON',
    of: 'stake',
  } as const;
  const quote = walletApi.useGetWithdrawalQuoteQuery(wanted, { skip: chain === undefined || amount === undefined });
  const fee = terms.data?.payouts.find((each) => each.asset === 'USDT' && each.chain === chain)?.fee;
  return {
    fee,
    received: quote.currentData?.received,
    busy: chain !== undefined && (fee === undefined || quote.isFetching),
  };
}
