import type { PayoutAsset, PayoutChain } from '@trellis/api-contract';
import type { BitcoinConfig } from './bitcoinConfig.ts';
import type { Chains } from './chainConfig.ts';

/** What the process can ask about. */
export interface PayoutSources {
  readonly chains: Chains;
  readonly bitcoin: BitcoinConfig | undefined;
}

/** Whether a chain is asked about payouts of an asset; otherwise a second person has to say that one was sent. */
export function isVerifiable({ chains, bitcoin }: PayoutSources, chain: PayoutChain, asset: PayoutAsset): boolean {
  if (chain === 'BTC') return asset === 'BTC' && bitcoin !== undefined;
  return asset === 'USDT' && (chains.get(chain)?.custody.size ?? 0) > 0;
}
