import { ChainFault } from '../nodes/chainFault.ts';
import type { EvmNode, Receipt } from '../nodes/evmNode.ts';
import { type TransferLog, type UnreadableLog, unreadable } from '../nodes/transferLog.ts';
import type { SettledTransfer } from './transferSink.ts';

/** Transfers that their receipts and blocks prove, and those for which log, receipt and block disagree. */
export interface Settled {
  readonly hits: readonly SettledTransfer[];
  readonly unproven: readonly UnreadableLog[];
}

/**
 * Proves transfers by their receipts and blocks, and finds each one's place in its transaction: the place in the block
 * is no key, for it changes when the block is made again. One that is not proven now may be later: part of what answers may be
 * behind.
 */
export async function settle(node: EvmNode, logs: readonly TransferLog[]): Promise<Settled> {
  const receipts = new Map<string, Receipt>();
  const times = new Map<number, Date>();
  const settled = { hits: [] as SettledTransfer[], unproven: [] as UnreadableLog[] };
  for (const log of logs) {
    try {
      const receipt = receipts.get(log.transaction) ?? (await receiptOf(node, log));
      receipts.set(log.transaction, receipt);
      const ordinal = receipt.transfers.findIndex((other) => other !== undefined && isSame(log, other));
      if (!receipt.succeeded || ordinal < 0) throw new Disagreement(log);
      const blockTime = times.get(log.block) ?? (await timeOf(node, log));
      times.set(log.block, blockTime);
      settled.hits.push({ ...log, ordinal, blockTime });
    } catch (error) {
      if (!(error instanceof Disagreement)) throw error;
      settled.unproven.push(unreadable(log, { from: log.block, to: log.block }, error.message));
    }
  }
  return settled;
}

async function receiptOf(node: EvmNode, log: TransferLog): Promise<Receipt> {
  const receipt = await node.receipt(log.transaction);
  if (receipt?.blockHash !== log.blockHash) throw new Disagreement(log);
  return receipt;
}

async function timeOf(node: EvmNode, log: TransferLog): Promise<Date> {
  const block = await node.block(log.block);
  if (block?.hash !== log.blockHash) throw new Disagreement(log);
  return block.time;
}

const isSame = (one: TransferLog, other: TransferLog): boolean =>
  one.logIndex === other.logIndex &&
  one.token === other.token &&
  one.to === other.to &&
  one.from === other.from &&
  one.units === other.units;

class Disagreement extends ChainFault {
  constructor({ transaction }: TransferLog) {
    super('transient', `the node's log, receipt and block of ${transaction} disagree`);
  }
}
