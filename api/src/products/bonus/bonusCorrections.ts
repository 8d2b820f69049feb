import { type CorrectionCause, type Money, money, parseAmount } from '@trellis/api-contract';
import type { ParsedOf } from '@trellis/api-contract/schemas';
import { v7 as newId } from 'uuid';
import type { ApprovalKind } from '../../governance/approvals/approvalService.ts';
import { explainApprovalError } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import { explainPostingError } from '../../ledger/refusals.ts';
import type { Bind, Database } from '../../platform/db/database.ts';

/** What a member gets out of the pool, or (below zero) gives back: asked for by one person, posted when another has said yes. */
export interface BonusCorrection {
  readonly id: string;
  readonly username: string;
  readonly amount: Money;
  /** What the member is told. */
  readonly cause: CorrectionCause;
  readonly state: 'waiting' | 'posted' | 'replaced' | 'lapsed';
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly reason: string;
  readonly expiresAt: Date;
  readonly approvedBy: string | null;
  readonly postedAt: Date | null;
}

export interface BonusCorrectionParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly members: MemberRepository;
}

type NewCorrection = Omit<ParsedOf<'operator', 'askBonusCorrection'>, 'reason'>;
type Row = Omit<BonusCorrection, 'amount'> & { readonly amount: string };

const unit = 'USD';
/** Of those that wait. */
const mostShown = 200;
const columns = `c.id::text, c.username, c.amount::text, b.cause, c.state, c.requested_by AS "requestedBy", c.requested_at AS "requestedAt",
  c.reason, c.expires_at AS "expiresAt", c.approved_by AS "approvedBy", c.posted_at AS "postedAt"`;

/** Puts a bonus right that was wrong, past the days that are closed. The guards are the database's. */
export class BonusCorrections {
  readonly #parts: BonusCorrectionParts;

  constructor(parts: BonusCorrectionParts) {
    this.#parts = parts;
  }

  /** A correction waits for a second person. */
  readonly approval: ApprovalKind = {
    preview: async () => {
      const waiting = await this.#corrections("c.state = 'waiting'", [], mostShown);
      return new Map(
        waiting.map(({ id, username, amount, cause }) => [
          id,
          { before: null, after: { username, amount: amount.amount, cause } },
        ]),
      );
    },
    approve: async ({ subject }, approver) => void (await this.approve(subject, approver)),
  };

  /** All that were asked for, latest first. */
  list({ before, limit }: { before?: string | undefined; limit: number }): Promise<BonusCorrection[]> {
    return this.#corrections('$3::bigint IS NULL OR c.id < $3', [before ?? null], limit);
  }

  /**
   * Asks for one; what waited of its member does so no longer.
   * @throws AppError request.not_found, money.amount_format, auth.forbidden
   */
  ask({ username, direction, amount, cause }: NewCorrection, by: ActorWithReason): Promise<BonusCorrection> {
    const { database, clock, members } = this.#parts;
    const minor = parseAmount(amount, unit);
    if (minor === undefined) throw fieldError([{ path: 'amount', code: 'money.amount_format' }]);
    return this.#change('bonus.ask_correction', by, async () => {
      const member = await members.findByUsername(username);
      if (member === undefined) throw new AppError('request.not_found');
      const row = await database.one<{ id: string }>(
        'SELECT ask_bonus_correction($1, $2, $3, $4, $5, $6)::text AS id',
        [member.id, (direction === 'in' ? minor : -minor).toString(), cause, by.actor, by.reason, clock.now()],
      );
      return row?.id ?? '';
    });
  }

  /**
   * The second person's yes: it is posted.
   * @throws AppError approval.closed, approval.second_person, auth.forbidden, money.insufficient_balance
   */
  approve(id: string, by: ActorWithReason): Promise<BonusCorrection> {
    const { database, clock } = this.#parts;
    return this.#change('bonus.correct', by, async () => {
      await database.rows('SELECT approve_bonus_correction($1, $2, $3, $4, $5)', [
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
  #change(action: string, { reason, ...by }: ActorWithReason, change: () => Promise<string>): Promise<BonusCorrection> {
    const { database } = this.#parts;
    return database.inTransaction(async () => {
      const id = await change().catch((error: unknown) => {
        throw explainApprovalError(error) ?? explainPostingError(error, unit) ?? error;
      });
      const [correction] = await this.#corrections('c.id = $3', [id], 1);
      if (!correction) throw new AppError('approval.closed');
      const { username, amount, cause, requestedBy } = correction;
      const after = { amount: amount.amount, unit: amount.unit, cause, correction: id, requestedBy };
      await recordAudit(database, { ...by, action, subject: username, reason, after });
      return correction;
    });
  }

  async #corrections(which: string, values: readonly Bind[], limit: number): Promise<BonusCorrection[]> {
    const { database, clock } = this.#parts;
    const rows = await database.rows<Row>(
      `SELECT ${columns} FROM bonus_corrections_at($1) c JOIN bonus_correction b USING (id) WHERE ${which} ORDER BY c.id DESC LIMIT $2`,
      [clock.now(), limit, ...values],
    );
    return rows.map(({ amount, ...row }) => ({ ...row, amount: money(BigInt(amount), unit) }));
  }
}
