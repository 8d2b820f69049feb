import { type Money, money, type Unit } from '@trellis/api-contract';
import { v7 as newId } from 'uuid';
import type { ApprovalKind } from '../../governance/approvals/approvalService.ts';
import { explainApprovalError } from '../../governance/approvals/approvals.ts';
import type { Actor, ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit, recordLook } from '../../governance/audit/auditLog.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { explainPostingError } from '../../ledger/refusals.ts';
import { type Bind, type Database, sqlState } from '../../platform/db/database.ts';

/** Where a fee was booked: by the record that its member has of it. */
interface BookedFee {
  readonly username: string;
  readonly record: string;
  readonly kind: 'transfer' | 'exchange' | 'deposit' | 'withdrawal';
  readonly amount: Money;
}

/** A fee as it was booked, and whether its member has it back. */
export interface FoundFee extends BookedFee {
  readonly bookedAt: Date;
  readonly returned: boolean;
}

/** A fee that goes back: asked for by one person, posted when another has said yes. */
export interface FeeReturn extends BookedFee {
  readonly id: string;
  readonly state: 'waiting' | 'posted' | 'replaced' | 'lapsed';
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly reason: string;
  readonly expiresAt: Date;
  readonly approvedBy: string | null;
  readonly postedAt: Date | null;
}

export interface FeeReturnParts {
  readonly database: Database;
  readonly clock: Clock;
}

/** Of those that wait. */
const mostShown = 200;

type Row<Of extends BookedFee> = Omit<Of, 'amount'> & { readonly amount: string; readonly unit: Unit };

const columns = `f.id::text, f.username, f.record, f.kind, f.unit, f.amount::text, f.state, f.requested_by AS "requestedBy",
  f.requested_at AS "requestedAt", f.reason, f.expires_at AS "expiresAt", f.approved_by AS "approvedBy", f.posted_at AS "postedAt"`;

/** Gives the fee of a record back to who paid it. How much that is, and that it happens once, is the database's to say. */
export class FeeReturns {
  readonly #parts: FeeReturnParts;

  constructor(parts: FeeReturnParts) {
    this.#parts = parts;
  }

  /** A fee that goes back waits for a second person. */
  readonly approval: ApprovalKind = {
    preview: async () => {
      const waiting = await this.#returns("f.state = 'waiting'", [], mostShown);
      return new Map(
        waiting.map(({ id, username, record, kind, amount }) => [
          id,
          { before: null, after: { username, amount: amount.amount, unit: amount.unit, kind, record } },
        ]),
      );
    },
    approve: async ({ subject }, approver) => void (await this.approve(subject, approver)),
  };

  /**
   * Whoever looks leaves a row in the audit log.
   * @param record the reference that its member has
   * @throws AppError fee.none for what cost nothing, came back whole, or is not there
   */
  find(record: string, by: Actor): Promise<FoundFee> {
    const { database } = this.#parts;
    return database.inTransaction(async () => {
      const row = await database.one<Row<FoundFee>>(
        `SELECT m.username, f.record, f.kind, f.unit, f.amount::text, f.booked_at AS "bookedAt",
                EXISTS (SELECT 1 FROM journal j WHERE j.owner = f.member AND j.key = fee_return_key(f.booked_by)) AS returned
           FROM fee_of_record($1) f JOIN member m ON m.id = f.member`,
        [record],
      );
      if (!row) throw new AppError('fee.none');
      await recordLook(database, { ...by, action: 'fee.read', subject: row.username, after: { record } });
      return withMoney(row);
    });
  }

  /** All that were asked for, latest first. */
  list({ before, limit }: { before?: string | undefined; limit: number }): Promise<FeeReturn[]> {
    return this.#returns('$3::bigint IS NULL OR f.id < $3', [before ?? null], limit);
  }

  /**
   * Asks for it; what waited of the same fee does so no longer.
   * @throws AppError fee.none, fee.returned, approval.own_account, auth.forbidden
   */
  ask(record: string, by: ActorWithReason): Promise<FeeReturn> {
    const { database, clock } = this.#parts;
    return this.#change('fee.ask_return', by, async () => {
      const row = await database.one<{ id: string }>('SELECT ask_fee_return($1, $2, $3, $4)::text AS id', [
        record,
        by.actor,
        by.reason,
        clock.now(),
      ]);
      return row?.id ?? '';
    });
  }

  /**
   * The second person's yes: it is posted.
   * @throws AppError approval.closed, approval.second_person, approval.own_account, auth.forbidden, fee.none, fee.returned
   */
  approve(id: string, by: ActorWithReason): Promise<FeeReturn> {
    const { database, clock } = this.#parts;
    return this.#change('fee.return', by, async () => {
      await database.rows('SELECT approve_fee_return($1, $2, $3, $4, $5)', [
        id,
        newId(),
        by.actor,
        by.reason,
        clock.now(),
      ]);
      return id;
    });
  }

  /** In one transaction with its row in the audit log. */
  #change(action: string, { reason, ...by }: ActorWithReason, change: () => Promise<string>): Promise<FeeReturn> {
    const { database } = this.#parts;
    return database.inTransaction(async () => {
      const id = await change().catch((error: unknown) => {
        throw explained(error) ?? error;
      });
      const [made] = await this.#returns('f.id = $3', [id], 1);
      if (!made) throw new AppError('approval.closed');
      const { username, record, kind, amount, requestedBy } = made;
      const after = { record, kind, amount: amount.amount, unit: amount.unit, feeReturn: id, requestedBy };
      await recordAudit(database, { ...by, action, subject: username, reason, after });
      return made;
    });
  }

  async #returns(which: string, values: readonly Bind[], limit: number): Promise<FeeReturn[]> {
    const { database, clock } = this.#parts;
    const rows = await database.rows<Row<FeeReturn>>(
      `SELECT ${columns} FROM fee_returns_at($1) f WHERE ${which} ORDER BY f.id DESC LIMIT $2`,
      [clock.now(), limit, ...values],
    );
    return rows.map(withMoney);
  }
}

const withMoney = <Of extends BookedFee>({ amount, unit, ...row }: Row<Of>) => ({
  ...row,
  amount: money(BigInt(amount), unit),
});

function explained(error: unknown): Error | undefined {
  switch (sqlState(error)) {
    case 'TE001':
      return new AppError('fee.none', { cause: error });
    case 'TE002':
      return new AppError('fee.returned', { cause: error });
    default:
      return explainApprovalError(error) ?? explainPostingError(error, 'USD');
  }
}
