import type { DepositChain } from '@trellis/api-contract';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Database } from '../../platform/db/database.ts';
import { bytesOf, hexOf } from '../nodes/hexadecimal.ts';

/** `main` credits; `audit` reads the same later by another provider, for what the first left out. */
export type CursorKind = 'main' | 'audit';

/** Names one row. */
export interface CursorName {
  readonly chain: DepositChain;
  readonly token: string;
  readonly kind: CursorKind;
}

/** How far a chain has been read. */
export interface Cursor {
  /** The first block that has not been read. */
  readonly next: number;
  /** Hash of the block before it; `undefined` before the first range. */
  readonly lastHash: string | undefined;
  /** Hash of the chain's first block; `undefined` until it was asked for. */
  readonly genesis: string | undefined;
  readonly span: number;
  readonly head: number;
  readonly haltedReason: string | undefined;
}

interface CursorRow {
  readonly next_block: string;
  readonly last_hash: Buffer | null;
  readonly genesis: Buffer | null;
  readonly span: number;
  readonly head: string;
  readonly halted_reason: string | null;
}

const leaseSeconds = 15;
/** A reader that has failed so often in a row, or that nobody runs for so long, is late. */
const lateFailures = 3;
const lateSeconds = 300;
/** Of the job that reads a chain. */
export const readerName = (chain: DepositChain, kind: CursorKind): string => `${chain} ${kind}`;
const row = 'chain = $1 AND token = $2 AND kind = $3';
const columns = 'next_block, last_hash, genesis, span, head, halted_reason';

/** The rows of `chain_cursor`. */
export class Cursors {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param first where to begin if nothing was read yet */
  async open(name: CursorName, first: { readonly block: number; readonly span: number }): Promise<Cursor> {
    const known = await this.#select(name, '');
    if (known) return known;
    await this.#database.change(
      `INSERT INTO chain_cursor (chain, token, kind, next_block, span) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING`,
      [...keyOf(name), first.block, first.span],
      { rows: 'any' },
    );
    return this.open(name, first);
  }

  /** `undefined`: nothing was read yet. */
  read(name: CursorName): Promise<Cursor | undefined> {
    return this.#select(name, '');
  }

  /** Locks the row until the transaction ends. */
  lock(name: CursorName): Promise<Cursor | undefined> {
    return this.#select(name, 'FOR UPDATE');
  }

  /**
   * Whether a chain is the one that was read.
   * @param hashOf of a block of it; `undefined` if it has none of that number
   */
  async agree(token: string, hashOf: (block: number) => Promise<string | undefined>): Promise<boolean> {
    const rows = await this.#database.rows<CursorRow>(`SELECT ${columns} FROM chain_cursor WHERE token = $1`, [
      bytesOf(token),
    ]);
    for (const { next_block: next, last_hash: lastHash } of rows)
      if (lastHash !== null && (await hashOf(Number(next) - 1)) !== hexOf(lastHash)) return false;
    return true;
  }

  /** Whether a chain's reader fails again and again, over all processes, or nobody reads it any more. */
  async isLate(chain: DepositChain): Promise<boolean> {
    const late = await this.#database.one(
      `SELECT 1 AS found FROM (VALUES (1)) one (n)
        WHERE EXISTS (SELECT 1 FROM job WHERE name = $1 AND failures >= ${lateFailures})
           OR EXISTS (SELECT 1 FROM chain_cursor WHERE chain = $2 AND kind = 'main'
                AND leased_until < clock_timestamp() - make_interval(secs => ${lateSeconds}))`,
      [readerName(chain, 'main'), chain],
    );
    return late !== undefined;
  }

  /** How often in a row a chain's reader has failed, over all processes. */
  async failuresOf(chain: DepositChain, kind: CursorKind): Promise<number> {
    const row = await this.#database.one<{ failures: number }>('SELECT failures FROM job WHERE name = $1', [
      readerName(chain, kind),
    ]);
    return row?.failures ?? 0;
  }

  /** The first block of the chain that is read under this name: kept the first time. */
  async genesis(name: CursorName, blockHash: string): Promise<string> {
    const kept = await this.#database.one<{ genesis: Buffer }>(
      `UPDATE chain_cursor SET genesis = coalesce(genesis, $4) WHERE ${row} RETURNING genesis`,
      [...keyOf(name), bytesOf(blockHash)],
    );
    return kept ? hexOf(kept.genesis) : blockHash;
  }

  async advance(name: CursorName, { next, lastHash, span }: { next: number; lastHash: string; span: number }) {
    await this.#database.change(
      `UPDATE chain_cursor SET next_block = $4, last_hash = $5, span = $6 WHERE ${row}`,
      [...keyOf(name), next, bytesOf(lastHash), span],
      { rows: 1 },
    );
  }

  async looked(name: CursorName, head: number): Promise<void> {
    await this.#database.change(
      `UPDATE chain_cursor SET head = $4, looked_at = statement_timestamp() WHERE ${row}`,
      [...keyOf(name), head],
      { rows: 1 },
    );
  }

  /** Stops all work on the chain, main and audit, until somebody says why it may go on. */
  async halt(name: CursorName, reason: string): Promise<void> {
    await this.#database.inTransaction(async () => {
      const halted = await this.#database.change(
        `UPDATE chain_cursor SET halted_at = statement_timestamp(), halted_reason = $3
          WHERE chain = $1 AND token = $2 AND halted_at IS NULL`,
        [name.chain, bytesOf(name.token), reason],
        { rows: 'any' },
      );
      if (halted === 0) return;
      await recordAudit(this.#database, { actor: 'automatic', action: 'chain.halt', subject: name.chain, reason });
    });
  }

  /**
   * Lets a halted chain go on from `next`. What stands there now is taken as right.
   * @returns whether it was halted
   */
  async unhalt(name: CursorName, next: number, by: { readonly actor: string; readonly reason: string }) {
    return this.#database.inTransaction(async () => {
      const before = await this.lock(name);
      if (before?.haltedReason === undefined) return false;
      await this.#database.change(
        `UPDATE chain_cursor SET halted_at = NULL, halted_reason = NULL, last_hash = NULL, next_block = least(next_block, $3)
          WHERE chain = $1 AND token = $2`,
        [name.chain, bytesOf(name.token), next],
        { rows: 'any' },
      );
      await recordAudit(this.#database, {
        action: 'chain.unhalt',
        subject: name.chain,
        ...by,
        before: { halted: before.haltedReason, next: before.next },
        after: { next: Math.min(before.next, next) },
      });
      return true;
    });
  }

  /**
   * Says that this worker works now: one of several does, and another soon after it was killed.
   * @returns the cursor; `undefined` if another works, or nothing was ever read
   */
  async lease(name: CursorName, worker: string): Promise<Cursor | undefined> {
    const leased = await this.#database.one<CursorRow>(
      `UPDATE chain_cursor SET worker = $4, leased_until = statement_timestamp() + make_interval(secs => ${leaseSeconds})
        WHERE ${row} AND (worker = $4 OR worker IS NULL OR leased_until < statement_timestamp()) RETURNING ${columns}`,
      [...keyOf(name), worker],
    );
    return leased && cursorOf(leased);
  }

  async release(worker: string): Promise<void> {
    await this.#database.change('UPDATE chain_cursor SET worker = NULL WHERE worker = $1', [worker], { rows: 'any' });
  }

  async #select(name: CursorName, lock: '' | 'FOR UPDATE'): Promise<Cursor | undefined> {
    const existing = await this.#database.one<CursorRow>(
      `SELECT ${columns} FROM chain_cursor WHERE ${row} ${lock}`,
      keyOf(name),
    );
    return existing && cursorOf(existing);
  }
}

const cursorOf = (row: CursorRow): Cursor => ({
  next: Number(row.next_block),
  lastHash: row.last_hash === null ? undefined : hexOf(row.last_hash),
  genesis: row.genesis === null ? undefined : hexOf(row.genesis),
  span: row.span,
  head: Number(row.head),
  haltedReason: row.halted_reason ?? undefined,
});

const keyOf = ({ chain, token, kind }: CursorName): [string, Buffer, string] => [chain, bytesOf(token), kind];
