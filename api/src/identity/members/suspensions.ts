import { type Language, type SuspensionCause, suspensionCauseTexts } from '@trellis/api-contract';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Topic } from '../../governance/change/topics.ts';
import type { Tell } from '../../governance/tell/tell.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';

interface MemberRow {
  readonly id: string;
  readonly username: string;
  readonly language: Language;
  readonly suspended: boolean;
}

export interface SuspensionParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly tell: Tell;
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

  /** What a member is told of their suspension. @param suspendedAt as it stands in `member` */
  async told(memberId: string, suspendedAt: Date): Promise<{ cause: SuspensionCause; since: Date }> {
    const row = await this.#parts.database.one<{ cause: SuspensionCause }>(
      'SELECT cause FROM member_suspension WHERE member = $1 AND restored_at IS NULL',
      [memberId],
    );
    return { cause: row?.cause ?? 'other', since: suspendedAt };
  }

  /** @param cause what the member is told; the reason stays with us @throws AppError request.not_found, suspension.already */
  async suspend(username: string, cause: SuspensionCause, { reason, ...by }: ActorWithReason): Promise<void> {
    const { database, clock, tell } = this.#parts;
    await database.inTransaction(async () => {
      const { id, ...member } = await this.#lock(username);
      if (member.suspended) throw new AppError('suspension.already');
      const now = clock.now();
      await database.change('UPDATE member SET suspended_at = $2 WHERE id = $1', [id, now], { rows: 1 });
      await database.change(
        `INSERT INTO member_suspension (member, cause, reason, suspended_by, suspended_at)
         VALUES ($1, $2, $3, $4, $5)`,
        [id, cause, reason, by.actor, now],
        { rows: 1 },
      );
      const told = suspensionCauseTexts[cause][member.language];
      await tell.member(id, 'suspended', { reason: told });
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

  /** @throws AppError request.not_found, suspension.none */
  async restore(username: string, { reason, ...by }: ActorWithReason): Promise<void> {
    const { database, clock, tell } = this.#parts;
    await database.inTransaction(async () => {
      const { id, ...member } = await this.#lock(username);
      if (!member.suspended) throw new AppError('suspension.none');
      await database.change('UPDATE member SET suspended_at = NULL WHERE id = $1', [id], { rows: 1 });
      await database.change(
        `UPDATE member_suspension SET restore_reason = $2, restored_by = $3, restored_at = $4
          WHERE member = $1 AND restored_at IS NULL`,
        [id, reason, by.actor, clock.now()],
        { rows: 1 },
      );
      await tell.member(id, 'restored', {});
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

  async #lock(username: string): Promise<MemberRow> {
    const row = await this.#parts.database.one<MemberRow>(
      `SELECT id, username, language, suspended_at IS NOT NULL AS suspended
         FROM member WHERE username_key = $1 FOR NO KEY UPDATE`,
      [username.toLowerCase()],
    );
    if (!row) throw new AppError('request.not_found');
    return row;
  }
}

/** An open page learns of a suspension, and of its end. */
export const sessionTopic: Topic<'session'> = {
  name: 'session',
  sql: `SELECT m.id AS member, jsonb_build_object('suspended', m.suspended_at IS NOT NULL) AS told
          FROM asked JOIN member m ON m.id = asked.member`,
};
