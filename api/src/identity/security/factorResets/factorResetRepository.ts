import type { Database } from '../../../platform/db/database.ts';
import { column, type RowOf, type TableModel, table, updateOne } from '../../../platform/db/table.ts';

/** A reset that is asked for, or approved and waiting. */
export interface FactorReset {
  readonly id: string;
  readonly username: string;
  readonly reason: string;
  /** `command:<user>` or `operator:<name>`. */
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
  readonly approvedBy: string | null;
  readonly dueAt: Date | null;
}

export type FactorResetOutcome = 'done' | 'cancelled' | 'withdrawn' | 'lapsed' | 'moot';

export interface LockedFactorReset extends FactorReset {
  readonly member: string;
  /** `null` while it is under way. */
  readonly outcome: FactorResetOutcome | null;
}

export interface NewFactorReset {
  readonly member: string;
  readonly reason: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
}

/** A reset whose wait is over. */
export interface DueFactorReset {
  readonly id: string;
  readonly member: string;
  readonly username: string;
  /** The authenticator that was lost is still the one that is bound. */
  readonly same: boolean;
  /** Who asked and who approved may still. */
  readonly vouched: boolean;
}

const resetTable = table('factor_reset', {
  id: column.identity,
  member: column.bigint,
  dueAt: column.orNull(column.moment),
  outcome: column.orNull(column.choice<FactorResetOutcome>()),
  endedAt: column.orNull(column.moment),
});

/** Links of mails by which the owner stops a reset. */
const linkTable = table('factor_reset_link', { tokenHash: column.digest, reset: column.bigint });

const columns = `r.id, m.username, r.reason, r.requested_by AS "requestedBy", r.requested_at AS "requestedAt",
  r.expires_at AS "expiresAt", r.approved_by AS "approvedBy", r.due_at AS "dueAt"`;
/** $1: the present moment. */
const open = `factor_reset r JOIN member m ON m.id = r.member
  WHERE r.outcome IS NULL AND (r.approved_by IS NOT NULL OR r.expires_at > $1)`;

/** Reads and writes of `factor_reset` and its links. */
export class FactorResetRepository {
  readonly #database: Database;
  readonly #resets: TableModel<RowOf<typeof resetTable>>;
  readonly #links: TableModel<RowOf<typeof linkTable>>;

  constructor(database: Database) {
    this.#database = database;
    this.#resets = database.model(resetTable);
    this.#links = database.model(linkTable);
  }

  /** What is under way, oldest first. */
  listOpen(now: Date, limit: number): Promise<FactorReset[]> {
    return this.#database.rows(`SELECT ${columns} FROM ${open} ORDER BY r.id LIMIT $2`, [now, limit]);
  }

  openOf(member: string, now: Date): Promise<FactorReset | undefined> {
    return this.#database.one(`SELECT ${columns} FROM ${open} AND r.member = $2`, [now, member]);
  }

  /** The id of what has not ended, whether it has lapsed or not. */
  async unendedOf(member: string): Promise<string | undefined> {
    const row = await this.#resets.findOne({ attributes: ['id'], where: { member, outcome: null } });
    return row?.get({ plain: true }).id;
  }

  /** The id of what a link stops. */
  async findByLink(tokenHash: Buffer): Promise<string | undefined> {
    const row = await this.#database.one<{ reset: string }>(
      `SELECT l.reset FROM factor_reset_link l JOIN factor_reset r ON r.id = l.reset
        WHERE l.token_hash = $1 AND r.outcome IS NULL`,
      [tokenHash],
    );
    return row?.reset;
  }

  /** Locks it until the transaction ends. */
  lock(id: string): Promise<LockedFactorReset | undefined> {
    return this.#database.one(
      `SELECT ${columns}, r.member, r.outcome FROM factor_reset r JOIN member m ON m.id = r.member
        WHERE r.id = $1 FOR UPDATE OF r`,
      [id],
    );
  }

  /** Claims the next whose wait is over, or who of the two may no longer. */
  claimDue(now: Date): Promise<DueFactorReset | undefined> {
    return this.#database.one(
      `SELECT r.id, r.member, m.username, m.google_bound_at IS NOT DISTINCT FROM r.bound_at AS same,
              factor_reset_is_vouched_for(r) AS vouched
         FROM factor_reset r JOIN member m ON m.id = r.member
        WHERE r.outcome IS NULL AND r.due_at IS NOT NULL AND (r.due_at <= $1 OR NOT factor_reset_is_vouched_for(r)) ORDER BY r.due_at LIMIT 1 FOR UPDATE OF r SKIP LOCKED`,
      [now],
    );
  }

  /** For the authenticator that is bound now. @returns its id */
  async add({ member, reason, requestedBy, requestedAt, expiresAt }: NewFactorReset): Promise<string> {
    const row = await this.#database.one<{ id: string }>(
      `INSERT INTO factor_reset (member, bound_at, reason, requested_by, requested_at, expires_at)
       SELECT id, google_bound_at, $2, $3, $4, $5 FROM member WHERE id = $1 RETURNING id`,
      [member, reason, requestedBy, requestedAt, expiresAt],
    );
    return row?.id ?? '';
  }

  async addLink(reset: string, tokenHash: Buffer): Promise<void> {
    await this.#links.create({ reset, tokenHash });
  }

  /** Ends what nobody has approved in time. */
  async lapse(member: string, now: Date): Promise<void> {
    await this.#database.change(
      `UPDATE factor_reset SET outcome = 'lapsed', ended_at = $2
        WHERE member = $1 AND outcome IS NULL AND approved_by IS NULL AND expires_at <= $2`,
      [member, now],
      { rows: 'any' },
    );
  }

  /** When one that is approved at a time is due, at the earliest. */
  async dueFrom(at: Date): Promise<Date> {
    const row = await this.#database.one<{ due: Date }>('SELECT $1::timestamptz + factor_reset_wait_at($1) AS due', [
      at,
    ]);
    return row?.due ?? at;
  }

  async setDue(id: string, dueAt: Date): Promise<void> {
    await updateOne(this.#resets, { dueAt }, { id });
  }

  async end(id: string, outcome: FactorResetOutcome, endedAt: Date): Promise<void> {
    await updateOne(this.#resets, { outcome, endedAt }, { id });
  }

  /** Whether whoever asked may still: is not suspended, and has the role. @param actor `operator:<name>`, or another */
  async mayAsk(actor: string): Promise<boolean> {
    if (!actor.startsWith('operator:')) return true;
    const row = await this.#database.one<{ may: boolean }>(
      `SELECT may_approve('factor_reset.approve', $1, true) AS may`,
      [actor],
    );
    return row?.may ?? false;
  }
}
