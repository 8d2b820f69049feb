import { unitScale } from '@trellis/api-contract';
import { accountOfAddress } from '@trellis/api-contract/addresses';
import type { ChainConfig } from '../config/chainConfig.ts';
import type { Block, EvmNode, Receipt } from '../nodes/evmNode.ts';
import { hexOf } from '../nodes/hexadecimal.ts';
import type { PaidAmount } from './paidAmount.ts';
import type { OpenPayout } from './recordedPayouts.ts';
import type { PayoutSighting, PayoutSource } from './sighting.ts';

/** A transaction may stand in a block whose clock is behind ours; one from long before is another payment's. */
const toleranceMs = 60_000;

/** Payouts of USDT on BSC and TRON: by the token's own log, for only that says what moved. */
export class EvmPayouts implements PayoutSource {
  readonly #config: ChainConfig;
  readonly #node: EvmNode;

  constructor(config: ChainConfig, node: EvmNode) {
    this.#config = config;
    this.#node = node;
  }

  /** @throws ChainFault */
  async look(payout: OpenPayout): Promise<PayoutSighting | 'unknown' | undefined> {
    const { confirmations: needed, requireFinalized } = this.#config;
    // TRON's own form has no 0x.
    const tx = `0x${payout.tx.replace(/^0x/, '')}`;
    const receipt = await this.#node.receipt(tx);
    if (!receipt) return (await this.#node.knows(tx)) ? undefined : 'unknown';
    const [head, block, final] = [
      await this.#node.block('latest'),
      await this.#node.block(receipt.block),
      requireFinalized ? await this.#node.block('finalized') : undefined,
    ];
    // A block that is no longer the chain's: the transaction may come back in another.
    if (!head || block?.hash !== receipt.blockHash) return undefined;
    const confirmations = Math.max(0, head.number - receipt.block);
    const isFinal = confirmations >= needed && (!requireFinalized || (final?.number ?? -1) >= receipt.block);
    const fault = this.#faultOf(payout, receipt, block);
    const paid = fault === undefined ? this.#paid(payout, receipt) : [];
    const matches = paid.flatMap(({ ordinal, paidMinor }) => (paidMinor === payout.receivedMinor ? [ordinal] : []));
    return {
      matches,
      others: paid.filter(({ paidMinor }) => paidMinor !== payout.receivedMinor && paidMinor > 0n),
      needed,
      isFinal,
      confirmations: Math.min(confirmations, needed),
      fault:
        fault ??
        (matches.length === 0 ? 'it has no transfer of exactly this, from custody to this address' : undefined),
    };
  }

  #faultOf({ approvedAt }: OpenPayout, { succeeded }: Receipt, { time }: Block): string | undefined {
    if (!succeeded) return 'it failed';
    if (time.getTime() < approvedAt.getTime() - toleranceMs) return 'it is older than the approval';
    return undefined;
  }

  /** What went from custody to the payout's address; what is less than a minor unit is nothing. */
  #paid({ address }: OpenPayout, { transfers }: Receipt): PaidAmount[] {
    const { chain, token, custody } = this.#config;
    const unitsPerMinor = 10n ** BigInt(token.decimals - unitScale.USDT);
    const to = hexOf(accountOfAddress(chain, address));
    return transfers.flatMap((transfer, ordinal) =>
      transfer?.token === token.account && custody.has(transfer.from) && transfer.to === to
        ? [{ ordinal, paidMinor: transfer.units / unitsPerMinor }]
        : [],
    );
  }
}
