import type { EvmNode } from '../nodes/evmNode.ts';
import type { RecordedTransfer, TransferSink } from './transferSink.ts';

/** So many are looked up in one go. */
const page = 20;

/** What was recorded, and whether its transaction says the same. */
export interface Proof {
  readonly checked: number;
  /** Those of which no transaction says what is recorded. */
  readonly invented: readonly RecordedTransfer[];
  /** The last one that was looked at, if there was any. */
  readonly last: string | undefined;
}

/**
 * The audit in the other direction: looks up the transactions of deposits that are recorded, so that none stands in the books
 * that no chain has seen. The node is to be another than the one that they were read from.
 * @param after the last one of the page before
 * @param until of blocks up to then: a node may be behind
 */
export async function proveDeposits(
  node: EvmNode,
  sink: TransferSink,
  { after, since, until }: { readonly after: string; readonly since: Date; readonly until: Date },
): Promise<Proof> {
  const recorded = await sink.recorded({ after, since, until, limit: page });
  const invented: RecordedTransfer[] = [];
  for (const transfer of recorded) if (!transfer.sound || !(await isOnChain(node, transfer))) invented.push(transfer);
  return { checked: recorded.length, invented, last: recorded.at(-1)?.id };
}

async function isOnChain(node: EvmNode, { ordinal, ...recorded }: RecordedTransfer): Promise<boolean> {
  const receipt = await node.receipt(recorded.transaction);
  const found = receipt?.succeeded ? receipt.transfers[ordinal] : undefined;
  return (
    found !== undefined &&
    found.token === recorded.token &&
    found.from === recorded.from &&
    found.to === recorded.to &&
    found.units === recorded.units &&
    receipt?.blockHash === recorded.blockHash &&
    receipt.block === recorded.block &&
    (await node.block(recorded.block))?.time.getTime() === recorded.blockTime.getTime()
  );
}
