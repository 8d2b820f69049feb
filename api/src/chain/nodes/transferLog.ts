import { readData, readQuantity } from './quantities.ts';

/** Digest of `Transfer(address,address,uint256)`: the first topic of every transfer of an ERC-20 token. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A transfer of a token, as its log has it. Everything in lower-case hexadecimal with 0x. */
export interface TransferLog {
  readonly token: string;
  readonly from: string;
  readonly to: string;
  /** In the token's own smallest units; may have 78 digits. */
  readonly units: bigint;
  readonly block: number;
  readonly blockHash: string;
  readonly transaction: string;
  /** Within the block: another one when the block is made again, so never part of a key. */
  readonly logIndex: number;
}

/**
 * Reads one log. `undefined`: it is something else than a transfer between two accounts, as a token of collectibles
 * with an indexed number would log it.
 * @throws ChainFault transient if it is no log at all
 */
export function readTransfer(log: unknown): TransferLog | undefined {
  const { address, topics, data, blockNumber, blockHash, transactionHash, logIndex } = (log ?? {}) as Record<
    string,
    unknown
  >;
  const [topic, from, to, ...others] = Array.isArray(topics) ? (topics as unknown[]) : [];
  if (topic !== transferTopic || to === undefined || others.length > 0) return undefined;
  if (typeof data !== 'string' || data.length !== 66) return undefined;
  return {
    token: readData(address, 20, 'log address'),
    from: accountOf(from),
    to: accountOf(to),
    units: BigInt(readData(data, 32, 'log data')),
    block: readQuantity(blockNumber, 'block number'),
    blockHash: readData(blockHash, 32, 'block hash'),
    transaction: readData(transactionHash, 32, 'transaction hash'),
    logIndex: readQuantity(logIndex, 'log index'),
  };
}

/** A log that is none of what was asked for, or that its receipt does not confirm. */
export interface UnreadableLog {
  /** It stands in one of these: in the block that it names itself, or else anywhere in the range that was asked for. */
  readonly block: number;
  readonly lastBlock: number;
  readonly transaction: string;
  readonly logIndex: string;
  /** As the node gave it, cut. */
  readonly log: string;
  readonly reason: string;
}

const longestLog = 4_000;
const shortText = (value: unknown): string => String(value ?? '').slice(0, 100);

/** @param range of blocks that the log was looked for in: if it does not name one of them itself, it may be any */
export function unreadable(
  log: unknown,
  { from, to }: { readonly from: number; readonly to: number },
  reason: string,
): UnreadableLog {
  const { transactionHash, transaction, logIndex, blockNumber } = (log ?? {}) as Record<string, unknown>;
  const own = typeof blockNumber === 'string' ? Number(blockNumber) : Number.NaN;
  const isNamed = own >= from && own <= to;
  return {
    block: isNamed ? own : from,
    lastBlock: isNamed ? own : to,
    transaction: shortText(transactionHash ?? transaction),
    logIndex: shortText(logIndex),
    log: JSON.stringify(log, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)).slice(
      0,
      longestLog,
    ),
    reason,
  };
}

/** An account stands in a topic with twelve zeros in front. */
const accountOf = (topic: unknown): string => `0x${readData(topic, 32, 'topic').slice(26)}`;
