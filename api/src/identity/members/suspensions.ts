import type { SuspensionCause } from '@trellis/api-contract';
import { refuseOwnAccount } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Topic } from '../../governance/change/topics.ts';
import type { Notifier } from '../../governance/notifications/notifier.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { LockedMember, MemberRepository } from './memberRepository.ts';
import type { SuspensionRepository } from './suspensionRepository.ts';

export interface SuspensionParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly members: MemberRepository;
  readonly suspensionRepository: SuspensionRepository;
  readonly notifier: Notifier;
}

/**
 * Suspends members and restores them. Sessions stay: a suspended member reads everything, and asks the support; every
 * call looks at `member.suspended_at`, so whatever else they do is refused from the next call on.
 */
export class Suspensions {
  readonly #parts: SuspensionParts;

  constructor(parts: SuspensionParts) {
    this.#parts = parts;
  }

  /** What a member reads of their suspension. @param suspendedAt as it stands in `member` */
  async reported(memberId: string, suspendedAt: Date): Promise<{ cause: SuspensionCause; since: Date }> {
    const open = await this.#parts.suspensionRepository.openOf(memberId);
    return { cause: open?.cause ?? 'other', since: suspendedAt };
  }

  /** @param cause what the member is shown; the reason stays with us @throws AppError request.not_found, suspension.already, approval.own_account */
  async suspend(username: string, cause: SuspensionCause, { reason, ...by }: ActorWithReason): Promise<void> {
    const { database, clock, notifier, members, suspensionRepository } = this.#parts;
    await database.inTransaction(async () => {
      const { id, ...member } = await this.#lock(username);
      await refuseOwnAccount(database, by.actor, id);
      if (member.suspended) throw new AppError('suspension.already');
      const now = clock.now();
      await members.setSuspended(id, now);
      await suspensionRepository.open({ member: id, cause, reason, suspendedBy: by.actor, suspendedAt: now });
      await notifier.member(id, 'suspended', { reason: cause });
      await recordAudit(database, {
        ...by,
        action: 'member.suspend',
        subject: member.username,
        reason,
        before: { suspended: false },
        after: { suspended: true, cause, member: id },
      });
    });
  }

  /** @throws AppError request.not_found, suspension.none, approval.own_account */
  async restore(username: string, { reason, ...by }: ActorWithReason): Promise<void> {
    const { database, clock, notifier, members, suspensionRepository } = this.#parts;
    await database.inTransaction(async () => {
      const { id, ...member } = await this.#lock(username);
      await refuseOwnAccount(database, by.actor, id);
      if (!member.suspended) throw new AppError('suspension.none');
      await members.setSuspended(id, null);
      await suspensionRepository.end(id, { restoreReason: reason, restoredBy: by.actor, restoredAt: clock.now() });
      await notifier.member(id, 'restored', {});
      await recordAudit(database, {
        ...by,
        action: 'member.restore',
        subject: member.username,
        reason,
        before: { suspended: true },
        after: { suspended: false, member: id },
      });
    });
  }

  async #lock(username: string): Promise<LockedMember> {
    const member = await this.#parts.members.lockByUsername(username);
    if (!member) throw new AppError('request.not_found');
    return member;
  }
}

/** An open page learns of a suspension, and of its end; each comes with a notice. What ends a session is a security event. */
export const sessionTopic: Topic<'session'> = {
  name: 'session',
  sql: `SELECT m.id AS member, jsonb_build_object('suspended', m.suspended_at IS NOT NULL) AS reported
          FROM asked JOIN member m ON m.id = asked.member`,
  writtenIn: { table: 'security_event', member: 'member_id' },
};
