import type { DepositChain, Output } from '@trellis/api-contract';

export type Network = Output<'getDepositTerms'>['networks'][number];

/** What each network is called, and what its address takes: the words of the specification. */
export const networkText = { BSC: 'topup.networkBsc', TRON: 'topup.networkTron' } as const satisfies Record<
  DepositChain,
  string
>;
export const noteText = { BSC: 'topup.noteBep20', TRON: 'topup.noteTrc20' } as const satisfies Record<
  DepositChain,
  string
>;
/** Both names of a network, as short as they go. */
export const shortNetworkText = {
  BSC: 'withdrawal.networkBSC',
  TRON: 'withdrawal.networkTRON',
} as const satisfies Record<DepositChain, string>;
