import type { ApprovalKind } from '../../../governance/approvals/approvalService.ts';
import { giveApproval, refuseOwnAccount, throwApprovalError } from '../../../governance/approvals/approvals.ts';
import type { Actor, ActorWithReason } from '../../../governance/audit/actor.ts';
import { recordAccess, recordAudit } from '../../../governance/audit/auditLog.ts';
import type { Notifier } from '../../../governance/notifications/notifier.ts';
import type { Rules } from '../../../governance/rules/rules.ts';
import { type Clock, secondsFrom } from '../../../ground/clock.ts';
import { AppError } from '../../../ground/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import { MemberRepository } from '../../members/memberRepository.ts';
import type { FactorResetNotifier } from './factorResetNotifier.ts';
import { type FactorReset, FactorResetRepository } from './factorResetRepository.ts';

const owner: Actor = { actor: 'member' };
const resetsShown = 100;

export interface FactorResetParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly resetNotifier: FactorResetNotifier;
  readonly notifier: Notifier;
}

/**
 * Resets of a lost second factor: one person asks, another approves, then a time passes in which the owner, who is notified
 * on every channel, can stop it. How long is a rule, and the database enforces it, too. `carryOutFactorReset` does what is left. Nobody ever sets a password or a secret.
 */
export class FactorResets {
  readonly #parts: FactorResetParts;
  readonly #members: MemberRepository;
  readonly #repository: FactorResetRepository;

  constructor(parts: FactorResetParts) {
    this.#parts = parts;
    this.#members = new MemberRepository(parts.database);
    this.#repository = new FactorResetRepository(parts.database);
  }

  /** A reset waits for a second person before its own wait begins. */
  readonly approval: ApprovalKind = {
    facts: ({ username }) => ({ username }),
    preview: async ({ subject }, after) => ({ before: null, after: { ...after, ...(await this.#ownerOf(subject)) } }),
    approve: async ({ subject }, approver) => void (await this.approve(subject, approver)),
  };

  /** By what a second person knows a member from a name: since when they are there and bound, and when last seen. */
  async #ownerOf(reset: string): Promise<object> {
    const row = await this.#parts.database.one<{ memberSince: Date; boundAt: Date; lastSeen: Date | null }>(
      `SELECT m.created_at AS "memberSince", r.bound_at AS "boundAt",
              (SELECT max(s.seen_at) FROM session s WHERE s.member_id = m.id) AS "lastSeen"
         FROM factor_reset r JOIN member m ON m.id = r.member WHERE r.id = $1`,
      [reset],
    );
    return Object.fromEntries(
      Object.entries(row ?? {}).flatMap(([name, at]) => (at === null ? [] : [[name, at.toISOString()]])),
    );
  }

  /** @throws AppError request.not_found, factor_reset.not_bound, factor_reset.open_already */
  async request(username: string, { reason, ...by }: ActorWithReason): Promise<FactorReset> {
    const { database, clock, rules, resetNotifier } = this.#parts;
    return database.inTransaction(async () => {
      const now = clock.now();
      const member = await this.#members.lockByUsername(username);
      if (!member) throw new AppError('request.not_found');
      if (!member.bound) throw new AppError('factor_reset.not_bound');
      await this.#repository.lapse(member.id, now);
      if (await this.openOf(member.id)) throw new AppError('factor_reset.open_already');
      const { approvalHours } = await rules.at('factorReset');
      const expiresAt = secondsFrom(now, approvalHours * 3600);
      const id = await this.#repository
        .add({ member: member.id, reason, requestedBy: by.actor, requestedAt: now, expiresAt })
        .catch(throwApprovalError);
      await resetNotifier.pending(member.id, id, await this.#repository.dueFrom(now));
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

  /** Approves, which begins the wait. @throws AppError request.not_found, approval.closed, approval.second_person */
  async approve(id: string, { reason, ...by }: ActorWithReason): Promise<FactorReset> {
    const { database, clock, resetNotifier } = this.#parts;
    return database.inTransaction(async () => {
      const now = clock.now();
      const { member, ...reset } = await this.#lock(id);
      // Whoever asked must still be allowed to: with them goes what they asked for.
      if (!(await this.#repository.mayAsk(reset.requestedBy))) throw new AppError('approval.closed');
      await giveApproval(database, { action: 'factor_reset.approve', subject: id }, { ...by, reason }, now);
      const dueAt = await this.#repository.dueFrom(now);
      await this.#repository.setDue(id, dueAt);
      await resetNotifier.pending(member, id, dueAt);
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

  /** Whether it was this actor who asked. */
  async isAskedBy(id: string, actor: string): Promise<boolean> {
    const own = 'SELECT 1 AS found FROM factor_reset WHERE id = $1 AND requested_by = $2';
    return (await this.#parts.database.one(own, [id, actor])) !== undefined;
  }

  /** An operator thinks better of it. @throws AppError request.not_found, approval.closed, approval.own_account */
  async withdraw(id: string, { reason, ...by }: ActorWithReason): Promise<void> {
    await this.#parts.database.inTransaction(async () => {
      const reset = await this.#lock(id);
      await refuseOwnAccount(this.#parts.database, by.actor, reset.member);
      await this.#stop(reset, 'withdrawn', by, reason);
    });
  }

  /** The member, logged in, says no. @throws AppError request.not_found if nothing is under way */
  async cancel(memberId: string): Promise<void> {
    await this.#parts.database.inTransaction(async () => {
      const id = await this.#repository.unendedOf(memberId);
      if (id === undefined) throw new AppError('request.not_found');
      await this.#stop(await this.#lock(id, 'request.not_found'), 'cancelled', owner, 'while logged in');
    });
  }

  /** Whoever reads the member's mail says no. @param digest of the link's token @throws AppError code.invalid_or_expired */
  async cancelByLink(digest: Buffer): Promise<void> {
    await this.#parts.database.inTransaction(async () => {
      const id = await this.#repository.findByLink(digest);
      if (id === undefined) throw new AppError('code.invalid_or_expired');
      await this.#stop(await this.#lock(id, 'code.invalid_or_expired'), 'cancelled', owner, 'by the link in a mail');
    });
  }

  /** What is under way, oldest first. Whoever looks leaves a row in the audit log. */
  async list(by: Actor): Promise<FactorReset[]> {
    const { database, clock } = this.#parts;
    return database.inTransaction(async () => {
      const resets = await this.#repository.listOpen(clock.now(), resetsShown);
      const after = { resets: resets.map(({ id }) => id) };
      await recordAccess(database, { ...by, action: 'factor_reset.list', subject: 'open', after });
      return resets;
    });
  }

  /** When the authenticator of what is under way for a member goes, at the earliest. */
  async earliestOf(memberId: string): Promise<Date | undefined> {
    const reset = await this.openOf(memberId);
    if (!reset) return undefined;
    const { dueAt, requestedAt } = reset;
    return dueAt ?? (await this.#repository.dueFrom(requestedAt));
  }

  /** What is under way for one member. */
  openOf(memberId: string): Promise<FactorReset | undefined> {
    return this.#repository.openOf(memberId, this.#parts.clock.now());
  }

  /** @param closed what to say where it has ended meanwhile @throws AppError request.not_found, or that */
  async #lock(
    id: string,
    closed: 'approval.closed' | 'request.not_found' | 'code.invalid_or_expired' = 'approval.closed',
  ): Promise<FactorReset & { readonly member: string }> {
    const row = await this.#repository.lock(id);
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
    const { database, clock, resetNotifier } = this.#parts;
    await this.#repository.end(id, outcome, clock.now());
    await resetNotifier.stopped(member);
    await recordAudit(database, {
      ...by,
      action: 'factor_reset.stop',
      subject: username,
      reason,
      after: { reset: id, outcome },
    });
  }
}
