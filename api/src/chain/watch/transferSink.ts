import type { ChainFinding } from '@trellis/api-contract';
import type { TransferLog, UnreadableLog } from '../nodes/transferLog.ts';

/** A transfer whose block stands deep enough, proven by its receipt. */
export interface SettledTransfer extends TransferLog {
  /** Place among its transaction's logs. */
  readonly ordinal: number;
  readonly blockTime: Date;
}

/** A transfer as it stands in the books. */
export interface RecordedTransfer extends Omit<SettledTransfer, 'logIndex'> {
  readonly id: string;
  /** Its amount is what its units are, and its account is its member's. */
  readonly sound: boolean;
}

/** What was passed over and is to be looked at again. */
export interface FaultToReread {
  readonly id: string;
  /** The blocks that it stands in one of; `undefined`: somewhere in the range of then. */
  readonly block: number;
  readonly lastBlock: number | undefined;
  readonly transaction: string;
  readonly logIndex: string;
}

/** Who wants to know of transfers. */
export interface TransferSink {
  /** Those of the accounts that are ours, with their member. */
  membersOf(accounts: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Keeps and credits transfers to our accounts, inside the running transaction; those that are known already are left
   * alone. @returns how many were not
   */
  record(transfers: readonly SettledTransfer[]): Promise<number>;
  /** Keeps what could not be read or proven, inside the running transaction, for somebody to look at. */
  recordFaults(logs: readonly UnreadableLog[]): Promise<void>;
  /** The faults that operators want to be looked at again, a few at a time. */
  faultsToReread(): Promise<readonly FaultToReread[]>;
  /** Notes what a reader found of a fault, if it is still open. */
  noteFinding(fault: FaultToReread, finding: ChainFinding): Promise<void>;
  /** What was recorded of transfers after one and up to another, in the order in which it was. */
  recorded(range: {
    readonly after: string;
    readonly upTo: string;
    readonly limit: number;
  }): Promise<RecordedTransfer[]>;
  /** The last that was recorded; `0`: none was. */
  lastRecorded(): Promise<string>;
  /** Credits what was recorded without a usable rate, once there is one. @returns how many */
  priceWaiting(): Promise<number>;
  /** Replaces what is still confirming, inside the running transaction. */
  preview(transfers: readonly PreviewedTransfer[]): Promise<void>;
}

/** A transfer that may still vanish. */
export interface PreviewedTransfer extends TransferLog {
  readonly blockTime: Date;
}
