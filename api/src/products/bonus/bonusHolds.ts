import { type Money, money } from '@trellis/api-contract';
import type { AuditAction } from '@trellis/api-contract/operator';
import type { AnswerOf, ParsedOf } from '@trellis/api-contract/schemas';
import { explainApprovalError, refuseOwnAccount } from '../../governance/approvals/approvals.ts';
import type { Actor, ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAccess, recordAudit } from '../../governance/audit/auditLog.ts';
import type { Notifier } from '../../governance/notifications/notifier.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import { type Database, sqlState } from '../../platform/db/database.ts';

/** Why somebody stopped a payout. */
export type BonusHoldCause = AnswerOf<'operator', 'holdBonus'>['cause'];

/** What is promised to a member, or of a day, and not paid before somebody else lets it go. */
export interface BonusHold {
  readonly id: string;
  readonly username: string | null;
  /** `2026-03-09` */
  readonly day: string | null;
  readonly cause: BonusHoldCause;
  readonly heldBy: string;
  readonly heldAt: Date;
  readonly reason: string;
  readonly releasedBy: string | null;
  readonly releasedAt: Date | null;
  readonly releaseReason: string | null;
  /** What waits because of it now. */
  readonly waits: Money;
}

export interface BonusHoldParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly members: MemberRepository;
  readonly notifier: Notifier;
}

type NewHold = Omit<ParsedOf<'operator', 'holdBonus'>, 'reason'>;
interface HoldSearch extends Pick<ParsedOf<'operator', 'listBonusHolds'>, 'state'> {
  /** Only those that stand after it. */
  readonly before: string | undefined;
  readonly limit: number;
}

const heldAlready = 'TB002';

/** One hold with what it keeps: what it would pay if it ended now, whatever else holds the same. */
const columns = `h.id::text, m.username, h.day::text, h.cause, h.held_by AS "heldBy", h.held_at AS "heldAt", h.reason,
  h.released_by AS "releasedBy", h.released_at AS "releasedAt", h.release_reason AS "releaseReason",
  CASE WHEN h.released_at IS NOT NULL THEN 0
       WHEN h.member IS NULL THEN (SELECT coalesce(sum(paid), 0) FROM bonus_line WHERE day = h.day AND paid > 0 AND paid_by IS NULL)
       ELSE (SELECT coalesce(sum(paid), 0) FROM bonus_line WHERE member = h.member AND paid > 0 AND paid_by IS NULL)
  END::text AS waits`;

/** Stops payouts of the team bonus and lets them go: never one person alone. The guards are the database's. */
export class BonusHolds {
  readonly #parts: BonusHoldParts;

  constructor(parts: BonusHoldParts) {
    this.#parts = parts;
  }

  /** A page as `page` has it. Whoever looks leaves a row in the audit log. */
  async list(search: HoldSearch, by: Actor): Promise<BonusHold[]> {
    return this.#parts.database.inTransaction(async () => {
      const holds = await this.page(search);
      const after = { holds: holds.map(({ id }) => id), state: search.state };
      await recordAccess(this.#parts.database, { ...by, action: 'bonus.list_holds', subject: 'all', after });
      return holds;
    });
  }

  /** The latest first, whatever is open: none is passed over when one is let go between two pages. */
  page({ state, before, limit }: HoldSearch): Promise<BonusHold[]> {
    return this.#holds(
      `($2::text IS NULL OR ($2 = 'open') = (h.released_at IS NULL)) AND ($3::bigint IS NULL OR h.id < $3)`,
      [state ?? null, before ?? null],
      limit,
    );
  }

  /**
   * A member is informed that they wait; of a whole day each reads it alongside their bonus.
   * @throws AppError request.not_found if nobody has this name; approval.own_account, bonus.already_held
   */
  hold({ username, day, cause }: NewHold, by: ActorWithReason): Promise<BonusHold> {
    const { database, clock, members, notifier } = this.#parts;
    return this.#change('bonus.hold', by, async () => {
      const member = username === undefined ? null : await members.findByUsername(username);
      if (member === undefined) throw new AppError('request.not_found');
      if (member) await refuseOwnAccount(database, by.actor, member.id);
      const row = await database.one<{ id: string }>('SELECT hold_bonus($1, $2, $3, $4, $5, $6)::text AS id', [
        member?.id ?? null,
        day ?? null,
        cause,
        by.actor,
        by.reason,
        clock.now(),
      ]);
      if (member) await notifier.member(member.id, 'bonusHeld', {});
      return row?.id ?? '';
    });
  }

  /** @throws AppError approval.second_person to who held it; approval.closed if it is not there or has ended; approval.own_account */
  release(id: string, by: ActorWithReason): Promise<BonusHold> {
    const { database, clock } = this.#parts;
    return this.#change('bonus.release', by, async () => {
      const held = await database.one<{ member: string | null }>('SELECT member FROM bonus_hold WHERE id = $1', [id]);
      if (held?.member) await refuseOwnAccount(database, by.actor, held.member);
      await database.rows('SELECT release_bonus_hold($1, $2, $3, $4)', [id, by.actor, by.reason, clock.now()]);
      return id;
    });
  }

  /** In one transaction with its row in the audit log. */
  #change(action: AuditAction, { reason, ...by }: ActorWithReason, change: () => Promise<string>): Promise<BonusHold> {
    const { database } = this.#parts;
    return database.inTransaction(async () => {
      const id = await change().catch((error: unknown) => {
        if (sqlState(error) === heldAlready) throw new AppError('bonus.already_held', { cause: error });
        throw explainApprovalError(error) ?? error;
      });
      const [hold] = await this.#holds('h.id = $2', [id], 1);
      if (!hold) throw new Error('the hold was not stored');
      const { username, day, cause, heldBy, waits } = hold;
      const after = { hold: id, cause, heldBy, waits: waits.amount };
      await recordAudit(database, { ...by, action, subject: username ?? day ?? id, reason, after });
      return hold;
    });
  }

  async #holds(which: string, values: readonly (string | null)[], limit: number): Promise<BonusHold[]> {
    const rows = await this.#parts.database.rows<Omit<BonusHold, 'waits'> & { readonly waits: string }>(
      `SELECT ${columns} FROM bonus_hold h LEFT JOIN member m ON m.id = h.member
        WHERE ${which} ORDER BY h.id DESC LIMIT $1`,
      [limit, ...values],
    );
    return rows.map(({ waits, ...row }) => ({ ...row, waits: money(BigInt(waits), 'USD') }));
  }
}
