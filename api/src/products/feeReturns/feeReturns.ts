import { type Money, money, type Unit } from '@trellis/api-contract';
import { ApprovalRequests, posts, type StoredRequest } from '../../governance/approvals/approvalRequests.ts';
import type { ApprovalKind } from '../../governance/approvals/approvalService.ts';
import type { Asked } from '../../governance/approvals/approvals.ts';
import type { Actor, ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAccess } from '../../governance/audit/auditLog.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';

/** A fee that was booked, by the record that its member has of it. */
interface BookedFee {
  readonly username: string;
  readonly record: string;
  readonly kind: FeeKind;
  readonly amount: Money;
}
type FeeKind = 'transfer' | 'exchange' | 'deposit' | 'withdrawal';

/** A fee as it was booked, and whether its member has it back. */
export interface FoundFee extends BookedFee {
  readonly bookedAt: Date;
  readonly returned: boolean;
}

export interface FeeReturnParts {
  readonly database: Database;
  readonly clock: Clock;
}

interface FeePayload {
  readonly member: string;
  readonly record: string;
  readonly journal: string;
  readonly kind: FeeKind;
  readonly unit: Unit;
  readonly amount: string;
}
type FeeRow = FeePayload & Pick<FoundFee, 'username' | 'bookedAt' | 'returned'>;

/** Gives the fee of a record back to who paid it. How much that is, and that it happens once, is the database's to say. */
export class FeeReturns {
  readonly #database: Database;
  readonly #requests: ApprovalRequests<FeePayload>;

  constructor(parts: FeeReturnParts) {
    this.#database = parts.database;
    const facts = ({ payload: { record, kind, unit, amount }, username }: StoredRequest<FeePayload>) => ({
      ...{ username: username ?? '', ...money(BigInt(amount), unit), kind, record },
    });
    this.#requests = new ApprovalRequests<FeePayload>(parts, {
      action: 'fee.return',
      about: 'member',
      askAction: 'fee.ask_return',
      same: ['journal'],
      readBy: 'books',
      facts,
      audited: (request) => {
        const { username, ...after } = facts(request);
        return { subject: username, after };
      },
      apply: posts(parts.database, 'post_fee_return'),
    });
  }

  get approval(): ApprovalKind {
    return this.#requests.approval;
  }

  /**
   * Whoever looks leaves a row in the audit log.
   * @param record the reference that its member has
   * @throws AppError fee.none for what cost nothing, came back whole, or is not there
   */
  find(record: string, by: Actor): Promise<FoundFee> {
    return this.#database.inTransaction(async () => {
      const { username, kind, unit, amount, bookedAt, returned } = await this.#fee(record);
      await recordAccess(this.#database, { ...by, action: 'fee.read', subject: username, after: { record } });
      return { username, record, kind, amount: money(BigInt(amount), unit), bookedAt, returned };
    });
  }

  /**
   * Asks for it; what waited of the same fee does so no longer.
   * @throws AppError fee.none, fee.returned, approval.own_account, auth.forbidden
   */
  async ask(record: string, by: ActorWithReason): Promise<Asked> {
    const { member, journal, kind, unit, amount, returned } = await this.#fee(record);
    if (returned) throw new AppError('fee.returned');
    return this.#requests.ask({ member, record, journal, kind, unit, amount }, by);
  }

  /** @throws AppError fee.none */
  async #fee(record: string): Promise<FeeRow> {
    const row = await this.#database.one<FeeRow>(
      `SELECT f.member::text, m.username, f.record, f.booked_by AS journal, f.kind, f.unit, f.amount::text,
              f.booked_at AS "bookedAt",
              EXISTS (SELECT 1 FROM journal j WHERE j.owner = f.member AND j.key = fee_return_key(f.booked_by)) AS returned
         FROM fee_of_record($1) f JOIN member m ON m.id = f.member`,
      [record],
    );
    if (!row) throw new AppError('fee.none');
    return row;
  }
}
