import { ChainFault } from '../nodes/chainFault.ts';
import type { EvmNode, Receipt } from '../nodes/evmNode.ts';
import type { TransferLog } from '../nodes/transferLog.ts';
import type { SettledTransfer } from './transferSink.ts';

/**
 * Proves transfers by their receipts and blocks, and finds each one's place in its transaction: the place in the block
 * is no key, for it changes when the block is made anew.
 * @throws ChainFault if log, receipt and block disagree: part of what answers is behind
 */
export async function settle(node: EvmNode, logs: readonly TransferLog[]): Promise<SettledTransfer[]> {
  const receipts = new Map<string, Receipt>();
  const times = new Map<number, Date>();
  const settled: SettledTransfer[] = [];
  for (const log of logs) {
    const receipt = receipts.get(log.transaction) ?? (await receiptOf(node, log));
    receipts.set(log.transaction, receipt);
    const ordinal = receipt.transfers.findIndex((other) => other !== undefined && isSame(log, other));
    if (!receipt.succeeded || ordinal < 0) throw disagreement(log);
    const blockTime = times.get(log.block) ?? (await timeOf(node, log));
    times.set(log.block, blockTime);
    settled.push({ ...log, ordinal, blockTime });
  }
  return settled;
}

async function receiptOf(node: EvmNode, log: TransferLog): Promise<Receipt> {
  const receipt = await node.receipt(log.transaction);
  if (receipt?.blockHash !== log.blockHash) throw disagreement(log);
  return receipt;
}

async function timeOf(node: EvmNode, log: TransferLog): Promise<Date> {
  const block = await node.block(log.block);
  if (block?.hash !== log.blockHash) throw disagreement(log);
  return block.time;
}

const isSame = (one: TransferLog, other: TransferLog): boolean =>
  one.logIndex === other.logIndex &&
  one.token === other.token &&
  one.to === other.to &&
  one.from === other.from &&
  one.units === other.units;

const disagreement = ({ transaction }: TransferLog): ChainFault =>
  new ChainFault('transient', `the node's log, receipt and block of ${transaction} disagree`);
