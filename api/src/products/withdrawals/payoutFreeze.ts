import type { OutputOf } from '@trellis/api-contract/schemas';
import { explainApprovalError, giveApprovalById, requestApproval } from '../../governance/approvals/approvals.ts';
import type { Actor, ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { type Database, sqlState } from '../../platform/db/database.ts';

/** Who asks to go on is answered within a day, or asks again. */
const waitSeconds = 24 * 3600;
const action = 'payouts.unfreeze';

interface FreezeRow {
  readonly id: string;
  readonly since: Date;
  readonly by: string | null;
  readonly reason: string | null;
  readonly green: boolean;
}
interface WaitingRow {
  readonly id: string;
  readonly requestedBy: string;
  readonly reason: string;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
}
type FreezeState = OutputOf<'operator', 'getPayoutFreeze'>;

/** Stops payouts at one person's word, and lets them go on at that of two, after the books were found green. */
export class PayoutFreeze {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async state(): Promise<FreezeState> {
    const open = await this.#open();
    if (!open) return { freeze: null };
    const waiting = await this.#waiting(open.id);
    return {
      freeze: {
        ...open,
        since: open.since.toISOString(),
        waiting: waiting
          ? { ...waiting, requestedAt: waiting.requestedAt.toISOString(), expiresAt: waiting.expiresAt.toISOString() }
          : null,
      },
    };
  }

  /** Where they are frozen already it stays as it is, and the log says who wanted it, too. */
  async freeze(by: ActorWithReason): Promise<FreezeState> {
    await this.#database.inTransaction(async () => {
      const before = await this.#open();
      const row = await this.#database
        .one<{ id: string }>('SELECT freeze_payouts($1, $2)::text AS id', [by.actor, by.reason])
        .catch(throwFreezeError);
      await this.#audit('payouts.freeze', by, { frozen: before !== undefined }, { frozen: true, freeze: row?.id });
    });
    return this.state();
  }

  /** @throws AppError freeze.none, auth.forbidden */
  async ask(by: ActorWithReason): Promise<FreezeState> {
    await this.#database.inTransaction(async () => {
      const { id: subject } = await this.#openOrRefuse();
      const requestedAt = this.#clock.now();
      const id = await requestApproval(this.#database, {
        ...by,
        action,
        subject,
        payload: { freeze: subject },
        needed: 1,
        requestedAt,
        expiresAt: secondsFrom(requestedAt, waitSeconds),
      });
      await this.#audit('payouts.ask_to_unfreeze', by, { frozen: true }, { frozen: true, approval: id });
    });
    return this.state();
  }

  /**
   * The second person's yes: payouts go on.
   * @throws AppError freeze.none, freeze.not_green, approval.closed, approval.second_person
   */
  async approve(id: string, by: ActorWithReason): Promise<FreezeState> {
    await this.#database.inTransaction(async () => {
      const { id: freeze } = await this.#openOrRefuse();
      const asked = await this.#waiting(freeze);
      if (asked?.id !== id) throw new AppError('approval.closed');
      await giveApprovalById(this.#database, id, by, this.#clock.now());
      await this.#database.rows('SELECT unfreeze_payouts($1, $2)', [freeze, this.#clock.now()]).catch(throwFreezeError);
      await this.#audit(
        'payouts.unfreeze',
        by,
        { frozen: true },
        { frozen: false, freeze, requestedBy: asked.requestedBy },
      );
    });
    return this.state();
  }

  #open(): Promise<FreezeRow | undefined> {
    return this.#database.one<FreezeRow>(
      `SELECT id, began_at AS since, began_by AS by, began_reason AS reason, freeze_may_end(id) AS green
         FROM payout_freeze WHERE ended_at IS NULL`,
    );
  }

  async #openOrRefuse(): Promise<FreezeRow> {
    const open = await this.#open();
    if (!open) throw new AppError('freeze.none');
    return open;
  }

  /** The one that was asked for last. */
  #waiting(freeze: string): Promise<WaitingRow | undefined> {
    return this.#database.one<WaitingRow>(
      `SELECT id, requested_by AS "requestedBy", reason, requested_at AS "requestedAt", expires_at AS "expiresAt"
         FROM approval WHERE action = $1 AND subject = $2 AND closed_at IS NULL AND expires_at > $3
        ORDER BY id DESC LIMIT 1`,
      [action, freeze, this.#clock.now()],
    );
  }

  #audit(what: string, { reason, ...by }: ActorWithReason, before: object, after: object): Promise<string> {
    const entry: Actor & { action: string; subject: string; reason: string } = {
      ...by,
      action: what,
      subject: 'payouts',
      reason,
    };
    return recordAudit(this.#database, { ...entry, before, after });
  }
}

/** What the database's guards refuse of a freeze and its end. */
function throwFreezeError(error: unknown): never {
  if (sqlState(error) === 'TR042') throw new AppError('freeze.not_green', { cause: error });
  throw explainApprovalError(error) ?? error;
}
