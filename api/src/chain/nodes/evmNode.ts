import { ChainFault } from './chainFault.ts';
import type { JsonRpc } from './jsonRpc.ts';
import { quantity, readData, readQuantity } from './quantities.ts';
import { readTransfer, type TransferLog, transferTopic, type UnreadableLog, unreadable } from './transferLog.ts';

export interface Block {
  readonly number: number;
  readonly hash: string;
  readonly time: Date;
}

export interface Receipt {
  readonly succeeded: boolean;
  readonly block: number;
  readonly blockHash: string;
  /** Every log of the transaction in order; `undefined` stands for one that is no transfer. */
  readonly transfers: readonly (TransferLog | undefined)[];
}

export interface FoundTransfers {
  readonly transfers: readonly TransferLog[];
  readonly unreadable: readonly UnreadableLog[];
}

/** `finalized` never comes back: on TRON it is the latest solidified block. */
export type BlockTag = 'latest' | 'finalized';

const decimalsCall = '0x313ce567';

/** What is asked of a node of BSC, or of TRON by its Ethereum interface. Only what both know. */
export class EvmNode {
  readonly #rpc: JsonRpc;

  constructor(rpc: JsonRpc) {
    this.#rpc = rpc;
  }

  async chainId(): Promise<number> {
    return readQuantity(await this.#rpc.call('eth_chainId', []), 'chain id');
  }

  /** @throws ChainFault fatal if there is no such token */
  async decimals(token: string): Promise<number> {
    const answer = await this.#rpc.call('eth_call', [{ to: token, data: decimalsCall }, 'latest']);
    if (answer === '0x') throw new ChainFault('fatal', `there is no token at ${token}`);
    return Number(BigInt(readData(answer, 32, 'decimals')));
  }

  /** `undefined`: this node does not have it (yet). */
  async block(which: number | BlockTag): Promise<Block | undefined> {
    const answer = await this.#rpc.call('eth_getBlockByNumber', [
      typeof which === 'number' ? quantity(which) : which,
      false,
    ]);
    if (answer === null) return undefined;
    const { number, hash, timestamp } = answer as Record<string, unknown>;
    return {
      number: readQuantity(number, 'block number'),
      hash: readData(hash, 32, 'block hash'),
      time: new Date(readQuantity(timestamp, 'block time') * 1000),
    };
  }

  /**
   * Transfers of a token in whole blocks, both ends included, in their order; what cannot be read of them stands apart.
   * @throws ChainFault `range` if it is too much at once
   */
  async transfers(token: string, from: number, to: number): Promise<FoundTransfers> {
    const filter = { address: token, fromBlock: quantity(from), toBlock: quantity(to), topics: [transferTopic] };
    const answer = await this.#rpc.call('eth_getLogs', [filter]);
    if (!Array.isArray(answer)) throw new ChainFault('transient', 'eth_getLogs: no list');
    const logs = { transfers: [] as TransferLog[], unreadable: [] as UnreadableLog[] };
    for (const log of answer as unknown[]) {
      try {
        const transfer = readTransfer(log);
        // Another token is not to be believed.
        if (transfer?.token !== token) continue;
        if (transfer.block < from || transfer.block > to)
          throw new ChainFault('transient', 'it is of another block than asked for');
        logs.transfers.push(transfer);
      } catch (error) {
        if (!(error instanceof ChainFault)) throw error;
        logs.unreadable.push(unreadable(log, { from, to }, error.message));
      }
    }
    return logs;
  }

  /** Whether there is such a transaction, in a block or waiting for one. */
  async knows(transaction: string): Promise<boolean> {
    return (await this.#rpc.call('eth_getTransactionByHash', [transaction])) !== null;
  }

  /** `undefined`: no block has it. */
  async receipt(transaction: string): Promise<Receipt | undefined> {
    const answer = await this.#rpc.call('eth_getTransactionReceipt', [transaction]);
    if (answer === null) return undefined;
    const { status, blockNumber, blockHash, logs } = answer as Record<string, unknown>;
    if (!Array.isArray(logs)) throw new ChainFault('transient', 'eth_getTransactionReceipt: no logs');
    return {
      succeeded: readQuantity(status, 'status') === 1,
      block: readQuantity(blockNumber, 'block number'),
      blockHash: readData(blockHash, 32, 'block hash'),
      transfers: logs.map(readTransfer),
    };
  }
}
