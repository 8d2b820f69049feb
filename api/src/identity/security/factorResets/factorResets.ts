import { giveApproval, throwApprovalError } from '../../../governance/approvals/approvals.ts';
import type { Actor, ActorWithReason } from '../../../governance/audit/actor.ts';
import { recordAudit } from '../../../governance/audit/auditLog.ts';
import type { Rules } from '../../../governance/rules/rules.ts';
import { type Clock, secondsFrom } from '../../../ground/clock.ts';
import { AppError } from '../../../ground/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import { MemberRepository } from '../../members/memberRepository.ts';
import type { FactorResetNotifier } from './factorResetNotifier.ts';

const owner: Actor = { actor: 'member' };

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

const columns = `r.id, m.username, r.reason, r.requested_by AS "requestedBy", r.requested_at AS "requestedAt",
  r.expires_at AS "expiresAt", r.approved_by AS "approvedBy", r.due_at AS "dueAt"`;
/** $1: the present moment. */
const open = `factor_reset r JOIN member m ON m.id = r.member
  WHERE r.outcome IS NULL AND (r.approved_by IS NOT NULL OR r.expires_at > $1)`;

export interface FactorResetParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly notifier: FactorResetNotifier;
}

/**
 * Resets of a lost second factor: one person asks, another says yes, then a time passes in which the owner, who is told
 * on every channel, can stop it. How long is a rule, and the database holds on to it, too. `carryOutFactorReset` does what is left. Nobody ever sets a password or a secret.
 */
export class FactorResets {
  readonly #parts: FactorResetParts;
  readonly #members: MemberRepository;

  constructor(parts: FactorResetParts) {
    this.#parts = parts;
    this.#members = new MemberRepository(parts.database);
  }

  /** @throws AppError request.not_found, factor_reset.not_bound, factor_reset.open_already */
  async request(username: string, { reason, ...by }: ActorWithReason): Promise<FactorReset> {
    const { database, clock, rules, notifier } = this.#parts;
    return database.inTransaction(async () => {
      const now = clock.now();
      const member = await this.#members.lockByUsername(username);
      if (!member) throw new AppError('request.not_found');
      if (!member.bound) throw new AppError('factor_reset.not_bound');
      await database.change(
        `UPDATE factor_reset SET outcome = 'lapsed', ended_at = $2
          WHERE member = $1 AND outcome IS NULL AND approved_by IS NULL AND expires_at <= $2`,
        [member.id, now],
        { rows: 'any' },
      );
      if (await this.openOf(member.id)) throw new AppError('factor_reset.open_already');
      const { approvalHours, waitHours } = await rules.at('factorReset');
      const expiresAt = secondsFrom(now, approvalHours * 3600);
      const row = await database
        .one<{ id: string }>(
          `INSERT INTO factor_reset (member, bound_at, reason, requested_by, requested_at, expires_at)
           SELECT id, google_bound_at, $2, $3, $4, $5 FROM member WHERE id = $1 RETURNING id`,
          [member.id, reason, by.actor, now, expiresAt],
        )
        .catch(throwApprovalError);
      const id = row?.id ?? '';
      await notifier.pending(member.id, id, secondsFrom(now, waitHours * 3600));
      await recordAudit(database, {
        ...by,
        action: 'factor_reset.request',
        subject: member.username,
        reason,
        after: { reset: id },
      });
      return {
        id,
        username: member.username,
        reason,
        requestedBy: by.actor,
        requestedAt: now,
        expiresAt,
        approvedBy: null,
        dueAt: null,
      };
    });
  }

  /** Says yes, which begins the wait. @throws AppError request.not_found, approval.closed, approval.second_person */
  async approve(id: string, { reason, ...by }: ActorWithReason): Promise<FactorReset> {
    const { database, clock, rules, notifier } = this.#parts;
    return database.inTransaction(async () => {
      const now = clock.now();
      const { member, ...reset } = await this.#lock(id);
      // Whoever asked must still be allowed to: with them goes what they asked for.
      const gone = await database.one(
        `SELECT 1 AS found FROM operator WHERE 'operator:' || name = $1 AND suspended_at IS NOT NULL`,
        [reset.requestedBy],
      );
      if (gone) throw new AppError('approval.closed');
      await giveApproval(database, { action: 'factor_reset.approve', subject: id }, { ...by, reason }, now);
      const dueAt = secondsFrom(now, (await rules.at('factorReset')).waitHours * 3600);
      await database.change('UPDATE factor_reset SET due_at = $2 WHERE id = $1', [id, dueAt], { rows: 1 });
      await notifier.pending(member, id, dueAt);
      await recordAudit(database, {
        ...by,
        action: 'factor_reset.approve',
        subject: reset.username,
        reason,
        before: { reset: id, approvedBy: null },
        after: { reset: id, dueAt: dueAt.toISOString() },
      });
      return { ...reset, approvedBy: by.actor, dueAt };
    });
  }

  /** An operator thinks better of it. @throws AppError request.not_found, approval.closed */
  async withdraw(id: string, { reason, ...by }: ActorWithReason): Promise<void> {
    await this.#parts.database.inTransaction(async () => {
      await this.#stop(await this.#lock(id), 'withdrawn', by, reason);
    });
  }

  /** The member, logged in, says no. @throws AppError request.not_found if nothing is under way */
  async cancel(memberId: string): Promise<void> {
    const { database } = this.#parts;
    await database.inTransaction(async () => {
      const row = await database.one<{ id: string }>(
        'SELECT id FROM factor_reset WHERE member = $1 AND outcome IS NULL',
        [memberId],
      );
      if (!row) throw new AppError('request.not_found');
      await this.#stop(await this.#lock(row.id, 'request.not_found'), 'cancelled', owner, 'while logged in');
    });
  }

  /** Whoever reads the member's mail says no. @param digest of the link's token @throws AppError code.invalid_or_expired */
  async cancelByLink(digest: Buffer): Promise<void> {
    const { database } = this.#parts;
    await database.inTransaction(async () => {
      const row = await database.one<{ reset: string }>(
        `SELECT l.reset FROM factor_reset_link l JOIN factor_reset r ON r.id = l.reset
          WHERE l.token_hash = $1 AND r.outcome IS NULL`,
        [digest],
      );
      if (!row) throw new AppError('code.invalid_or_expired');
      await this.#stop(
        await this.#lock(row.reset, 'code.invalid_or_expired'),
        'cancelled',
        owner,
        'by the link in a mail',
      );
    });
  }

  /** What is under way, oldest first. Whoever looks leaves a row in the audit log. */
  async list(by: Actor): Promise<FactorReset[]> {
    const { database, clock } = this.#parts;
    return database.inTransaction(async () => {
      const resets = await database.rows<FactorReset>(`SELECT ${columns} FROM ${open} ORDER BY r.id LIMIT 100`, [
        clock.now(),
      ]);
      const after = { resets: resets.map(({ id }) => id) };
      await recordAudit(database, { ...by, action: 'factor_reset.list', subject: 'open', reason: 'read', after });
      return resets;
    });
  }

  /** When the authenticator of what is under way for a member goes, at the earliest. */
  async earliestOf(memberId: string): Promise<Date | undefined> {
    const reset = await this.openOf(memberId);
    if (!reset) return undefined;
    const { dueAt, requestedAt } = reset;
    return dueAt ?? secondsFrom(requestedAt, (await this.#parts.rules.at('factorReset')).waitHours * 3600);
  }

  /** What is under way for one member. */
  async openOf(memberId: string): Promise<FactorReset | undefined> {
    const reset = await this.#parts.database.one<FactorReset>(`SELECT ${columns} FROM ${open} AND r.member = $2`, [
      this.#parts.clock.now(),
      memberId,
    ]);
    return reset;
  }

  /** @param closed what to say where it has ended meanwhile @throws AppError request.not_found, or that */
  async #lock(
    id: string,
    closed: 'approval.closed' | 'request.not_found' | 'code.invalid_or_expired' = 'approval.closed',
  ): Promise<FactorReset & { readonly member: string }> {
    const row = await this.#parts.database.one<FactorReset & { member: string; outcome: string | null }>(
      `SELECT ${columns}, r.member, r.outcome FROM factor_reset r JOIN member m ON m.id = r.member
        WHERE r.id = $1 FOR UPDATE OF r`,
      [id],
    );
    if (!row) throw new AppError('request.not_found');
    const { outcome, ...reset } = row;
    if (outcome !== null) throw new AppError(closed);
    return reset;
  }

  async #stop(
    { id, member, username }: FactorReset & { readonly member: string },
    outcome: 'cancelled' | 'withdrawn',
    by: Actor,
    reason: string,
  ): Promise<void> {
    const { database, clock, notifier } = this.#parts;
    await database.change(
      'UPDATE factor_reset SET outcome = $2, ended_at = $3 WHERE id = $1',
      [id, outcome, clock.now()],
      { rows: 1 },
    );
    await notifier.stopped(member);
    await recordAudit(database, {
      ...by,
      action: 'factor_reset.stop',
      subject: username,
      reason,
      after: { reset: id, outcome },
    });
  }
}
