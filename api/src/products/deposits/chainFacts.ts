import type { DepositChain } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Chains } from '../../chain/config/chainConfig.ts';
import type { Explorers } from '../../chain/config/explorers.ts';
import { hexOf } from '../../chain/nodes/hexadecimal.ts';

/** As each chain's explorers write it. */
export const transactionName = (chain: DepositChain, transaction: Buffer): string =>
  chain === 'TRON' ? transaction.toString('hex') : hexOf(transaction);

/** What a list of deposits says of each beyond its row: the same to its member and to operators. */
export class ChainFacts {
  readonly #chains: Chains;
  readonly #explorers: Explorers;

  constructor(chains: Chains, explorers: Explorers) {
    this.#chains = chains;
    this.#explorers = explorers;
  }

  transaction(
    chain: DepositChain,
    transaction: Buffer,
  ): AnswerOf<'member', 'listDeposits'>['deposits'][number]['transaction'] {
    const id = transactionName(chain, transaction);
    return { id, url: this.#explorers.pageOf(chain, id) };
  }

  /** Blocks that have to stand on a transfer. */
  needed(chain: DepositChain): number {
    return this.#chains.get(chain)?.confirmations ?? 0;
  }
}
