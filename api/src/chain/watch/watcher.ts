import type { ChainFinding } from '@trellis/api-contract';
import type { Clock } from '../../ground/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ChainConfig } from '../config/chainConfig.ts';
import { ChainFault } from '../nodes/chainFault.ts';
import type { Block, BlockTag, EvmNode } from '../nodes/evmNode.ts';
import type { TransferLog, UnreadableLog } from '../nodes/transferLog.ts';
import type { Cursor, CursorKind, CursorName, Cursors } from './cursors.ts';
import { settle } from './settledTransfers.ts';
import type { TransferSink } from './transferSink.ts';

export interface WatcherParts {
  readonly config: ChainConfig;
  readonly kind: CursorKind;
  readonly node: EvmNode;
  readonly clock: Clock;
  readonly database: Database;
  readonly cursors: Cursors;
  readonly sink: TransferSink;
}

/** What a step came to. `found` are transfers that nobody had recorded before. */
export type StepResult =
  | { readonly state: 'read'; readonly from: number; readonly to: number; readonly recorded: number }
  | { readonly state: 'upToDate'; readonly lagMs: number }
  | { readonly state: 'overtaken' }
  | { readonly state: 'halted'; readonly reason: string };

/** A range with fewer logs is followed by a longer one. */
const calmLogs = 2_000;
/** More credits than this do not go into one transaction, unless they stand in one block. */
const mostHits = 100;
const firstSpan = 500;
/** A log that is still unreadable after so many looks is recorded as a fault, and the range goes on without it. */
const mostReads = 5;

/**
 * Reads a chain's transfers range by range, only so far as nothing changes any more: up to the last block that is final
 * and has enough blocks on it. Several at once do no harm: each range is taken by whoever holds the cursor's row.
 */
export class Watcher {
  readonly #parts: WatcherParts;
  readonly #name: CursorName;
  /** The longest span that the node is known to answer. */
  #ceiling: number;
  /** How often the range from there on was looked at with something unreadable in it. */
  #looks = { from: -1, count: 0 };
  /** What was there when nothing was left to read. As long as it is all there is, a step has nothing to do. */
  #rest: { readonly head: string; readonly next: number; readonly time: Date } | undefined;

  constructor(parts: WatcherParts) {
    const { chain, token, maximumSpan } = parts.config;
    this.#parts = parts;
    this.#name = { chain, token: token.account, kind: parts.kind };
    this.#ceiling = maximumSpan;
  }

  /**
   * Reads one range, or looks at what is still confirming if there is none.
   * @param opened the cursor, where it was just read
   * @throws ChainFault
   */
  async step(opened?: Cursor): Promise<StepResult> {
    const { cursors, kind } = this.#parts;
    const cursor = opened ?? (await this.open());
    if (cursor.haltedReason !== undefined) return { state: 'halted', reason: cursor.haltedReason };
    const head = await this.#block('latest');
    if (this.#rest?.head === head.hash && this.#rest.next === cursor.next) return this.#upToDate(this.#rest.time);
    this.#rest = undefined;
    const broken = await this.#brokenChain(cursor, head);
    if (broken !== undefined) {
      await cursors.halt(this.#name, broken);
      return { state: 'halted', reason: broken };
    }
    const safe = await this.#safeBlock(head);
    if (safe && cursor.next <= safe.number) return this.#readRange(cursor, safe.number);
    const { time } = safe ?? head;
    // The audit goes by the time, too: what it may read grows while the chain does not.
    if (kind === 'main') {
      await this.#preview(cursor, head);
      this.#rest = { head: head.hash, next: cursor.next, time };
    }
    return this.#upToDate(time);
  }

  #upToDate(time: Date): StepResult {
    return { state: 'upToDate', lagMs: this.#parts.clock.now().getTime() - time.getTime() };
  }

  /** Where it stands; at the start block if nothing was read yet. */
  open(): Promise<Cursor> {
    const { cursors, config } = this.#parts;
    const first = { block: config.startBlock, span: Math.min(firstSpan, config.maximumSpan) };
    return cursors.open(this.#name, first);
  }

  /** Reads blocks once more, without moving the cursor. @returns how many transfers were not known */
  async rescan(from: number, to: number): Promise<number> {
    const { database, sink } = this.#parts;
    let recorded = 0;
    for await (const { hits, faults } of this.#ranges(from, to))
      recorded += await database.inTransaction(async () => {
        await sink.recordFaults(faults);
        return sink.record(hits);
      });
    return recorded;
  }

  /**
   * Reads the blocks of faults once more that operators asked for. What can be recorded now is credited, which closes its
   * fault; of the others it is noted what was found.
   */
  async rereadFaults(): Promise<void> {
    const { database, sink, config } = this.#parts;
    for (const fault of await sink.faultsToReread()) {
      const isIt = ({ transaction, logIndex }: { readonly transaction: string; readonly logIndex: string | number }) =>
        transaction === fault.transaction && Number(logIndex) === Number(fault.logIndex);
      const { block, lastBlock = block + config.maximumSpan - 1 } = fault;
      let finding: ChainFinding = 'absent';
      for await (const { hits, faults } of this.#ranges(block, lastBlock)) {
        await database.inTransaction(() => sink.record(hits));
        if (faults.some(isIt)) finding = 'unreadable';
        else if (hits.some(isIt)) finding = 'notKept';
      }
      await sink.noteFinding(fault, finding);
    }
  }

  /** What is ours in blocks that count, in parts of one transaction each. */
  async *#ranges(from: number, to: number) {
    const safe = await this.#safeBlock(await this.#block('latest'));
    const last = Math.min(to, safe?.number ?? -1);
    for (let start = from; start <= last; ) {
      const range = await this.#hitsFrom(start, last, this.#ceiling);
      yield range;
      start = range.to + 1;
    }
  }

  async #readRange(cursor: Cursor, safe: number): Promise<StepResult> {
    const { database, cursors, sink } = this.#parts;
    const { next: from } = cursor;
    const { to, hits, faults, logs } = await this.#hitsFrom(from, safe, Math.min(cursor.span, this.#ceiling));
    this.#lookAgain(from, faults);
    const end = await this.#block(to);
    const span = to - from + 1;
    const nextSpan = logs < calmLogs ? Math.max(cursor.span, Math.ceil(span * 1.5)) : span;
    return database.inTransaction(async () => {
      const locked = await cursors.lock(this.#name);
      if (locked?.next !== from || locked.haltedReason !== undefined) return { state: 'overtaken' };
      await sink.recordFaults(faults);
      const recorded = await sink.record(hits);
      await cursors.advance(this.#name, {
        next: to + 1,
        lastHash: end.hash,
        span: Math.max(1, Math.min(this.#ceiling, nextSpan)),
      });
      return { state: 'read', from, to, recorded };
    });
  }

  /** @throws ChainFault while what is unreadable may only be a node that is behind */
  #lookAgain(from: number, [fault]: readonly UnreadableLog[]): void {
    const count = fault === undefined ? 0 : this.#looks.from === from ? this.#looks.count + 1 : 1;
    this.#looks = { from, count };
    if (fault !== undefined && count < mostReads) throw new ChainFault('transient', fault.reason);
  }

  /** What is ours in as many blocks from `from` on as the node answers and one transaction holds. */
  async #hitsFrom(from: number, safe: number, firstSpanTried: number) {
    const { node, config } = this.#parts;
    for (let span = firstSpanTried; ; ) {
      const to = Math.min(safe, from + span - 1);
      const half = Math.max(1, Math.floor((to - from + 1) / 2));
      try {
        const { transfers, unreadable } = await node.transfers(config.token.account, from, to);
        const ours = await this.#ours(transfers);
        if (ours.length <= mostHits || from === to) {
          const { hits, unproven } = await settle(node, ours);
          return { to, logs: transfers.length, hits, faults: [...unreadable, ...unproven] };
        }
      } catch (error) {
        if (!(error instanceof ChainFault) || error.kind !== 'range' || from === to) throw error;
        this.#ceiling = half;
      }
      span = half;
    }
  }

  /** Transfers to our accounts; nothing of value zero, which is sent to put a look-alike address into a history. */
  async #ours(logs: readonly TransferLog[]): Promise<TransferLog[]> {
    const moved = logs.filter(({ units }) => units > 0n);
    if (moved.length === 0) return [];
    const members = await this.#parts.sink.membersOf([...new Set(moved.map(({ to }) => to))]);
    return moved.filter(({ to }) => members.has(to));
  }

  async #preview(cursor: Cursor, head: Block): Promise<void> {
    const { node, config, database, cursors, sink } = this.#parts;
    const from = Math.max(cursor.next, head.number - config.maximumSpan + 1);
    const logs = from <= head.number ? await node.transfers(config.token.account, from, head.number) : undefined;
    const ours = await this.#ours(logs?.transfers ?? []);
    const times = new Map<number, Date>();
    for (const { block } of ours) if (!times.has(block)) times.set(block, (await this.#block(block)).time);
    await database.inTransaction(async () => {
      const locked = await cursors.lock(this.#name);
      // Somebody has gone on meanwhile, and knows better.
      if (locked?.next !== cursor.next || locked.head > head.number) return;
      await sink.preview(ours.map((log) => ({ ...log, blockTime: times.get(log.block) ?? head.time })));
      await cursors.looked(this.#name, head.number);
    });
  }

  /** Why the chain is not the one that was read; `undefined` if it is. @throws ChainFault if the node is behind that */
  async #brokenChain({ next, lastHash, genesis }: Cursor, head: Block): Promise<string | undefined> {
    if (lastHash === undefined) return undefined;
    if (head.number < next - 1)
      throw new ChainFault(
        'transient',
        `the node stands at block ${head.number}, and was read up to ${next - 1} already`,
      );
    const { hash } = await this.#block(next - 1);
    if (hash === lastHash) return undefined;
    // A node that was exchanged behind its address says nothing of the chain that was read.
    if (genesis !== undefined && (await this.#parts.node.block(0))?.hash !== genesis)
      throw new ChainFault('fatal', 'the node is of another chain than the one that was read');
    return `block ${next - 1} was ${lastHash} and is ${hash}: the chain was rewritten below what is final`;
  }

  /** The last block that counts; `undefined` if none does yet. */
  async #safeBlock(head: Block): Promise<Block | undefined> {
    const { config, kind } = this.#parts;
    const final = config.requireFinalized ? (await this.#block('finalized')).number : head.number;
    const number = Math.min(final, head.number - config.confirmations);
    if (number < 0) return undefined;
    const safe = await this.#block(number);
    return kind === 'main' ? safe : this.#before(safe, this.#parts.clock.now().getTime() - config.auditDelayMs);
  }

  /** A block from before a moment, found by going back in growing steps. */
  async #before(block: Block, momentMs: number): Promise<Block | undefined> {
    let ancestor = block;
    for (let back = 1; ancestor.time.getTime() > momentMs; back *= 2) {
      if (block.number - back < 0) return undefined;
      ancestor = await this.#block(block.number - back);
    }
    return ancestor;
  }

  /** @throws ChainFault if the node has no such block: it is behind */
  async #block(which: number | BlockTag): Promise<Block> {
    const block = await this.#parts.node.block(which);
    if (!block) throw new ChainFault('transient', `the node has no block ${which}`);
    return block;
  }
}
