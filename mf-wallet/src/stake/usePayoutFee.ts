import type { Money, PayoutChain } from '@trellis/api-contract';
import { walletApi } from '../api.ts';

/** What a payout costs now that goes to an address on this chain, in USDT. @param chain `undefined`: none does */
export function usePayoutFee(chain: PayoutChain | undefined): Money | undefined {
  const terms = walletApi.useGetWithdrawalTermsQuery({}, { skip: chain === undefined });
  return terms.data?.payouts.find((each) => each.asset === 'USDT' && each.chain === chain)?.fee;
}
