import type { EvmNode } from '../nodes/evmNode.ts';
import type { RecordedTransfer, TransferSink } from './transferSink.ts';

/** So many are looked up in one go. */
const page = 20;
/** A node is no further behind than this; a block beyond is none that anybody has seen. */
const mostBehind = 10_000;

/** Whether the transactions of what was recorded say the same. */
export interface Proof {
  readonly checked: number;
  /** Those of which no transaction says what is recorded. */
  readonly invented: readonly RecordedTransfer[];
  /** Those of blocks that the node has not reached. */
  readonly ahead: readonly RecordedTransfer[];
  /** The last one that was looked at, if there was any. */
  readonly last: string | undefined;
}

/**
 * The audit in the other direction: looks up the transactions of deposits that are recorded, so that none stands in the books
 * that no chain has seen. The node is to be another than the one that they were read from. Times and blocks in a row are the
 * word of who recorded it, so none of them keeps a deposit from being looked up.
 */
export async function proveDeposits(
  node: EvmNode,
  sink: TransferSink,
  range: { readonly after: string; readonly upTo: string },
): Promise<Proof> {
  const recorded = await sink.recorded({ ...range, limit: page });
  const proof = { checked: recorded.length, invented: [] as RecordedTransfer[], ahead: [] as RecordedTransfer[] };
  const head = recorded.length > 0 ? ((await node.block('latest'))?.number ?? 0) : 0;
  for (const transfer of recorded) {
    if (transfer.block > head && transfer.block <= head + mostBehind) proof.ahead.push(transfer);
    else if (!transfer.sound || !(await isOnChain(node, transfer))) proof.invented.push(transfer);
  }
  return { ...proof, last: recorded.at(-1)?.id };
}

/** A process begins with so many of the last that were recorded; `npm run chain:audit` looks up all. */
const lookedBack = 1_000n;

/** The same as often as it is called, for what was recorded in the meantime, once a delay has gone by that a node may be behind. */
export class DepositProver {
  readonly #node: EvmNode;
  readonly #sink: TransferSink;
  readonly #delayMs: number;
  #after: string | undefined;
  #due: { readonly upTo: string; readonly fromMs: number } | undefined;

  constructor(node: EvmNode, sink: TransferSink, delayMs: number) {
    this.#node = node;
    this.#sink = sink;
    this.#delayMs = delayMs;
  }

  /** @returns those of which no transaction says what is recorded, each once */
  async step(): Promise<readonly RecordedTransfer[]> {
    const now = performance.now();
    this.#due ??= { upTo: await this.#sink.lastRecorded(), fromMs: now + this.#delayMs };
    const { upTo, fromMs } = this.#due;
    if (now < fromMs) return [];
    this.#after ??= BigInt(upTo) > lookedBack ? String(BigInt(upTo) - lookedBack) : '0';
    const { invented, ahead, last } = await proveDeposits(this.#node, this.#sink, { after: this.#after, upTo });
    this.#after = last ?? upTo;
    if (last === undefined) this.#due = undefined;
    return [...invented, ...ahead];
  }
}

async function isOnChain(node: EvmNode, { ordinal, ...recorded }: RecordedTransfer): Promise<boolean> {
  const receipt = await node.receipt(recorded.transaction);
  const transfer = receipt?.succeeded ? receipt.transfers[ordinal] : undefined;
  return (
    transfer !== undefined &&
    transfer.token === recorded.token &&
    transfer.from === recorded.from &&
    transfer.to === recorded.to &&
    transfer.units === recorded.units &&
    receipt?.blockHash === recorded.blockHash &&
    receipt.block === recorded.block &&
    (await node.block(recorded.block))?.time.getTime() === recorded.blockTime.getTime()
  );
}
