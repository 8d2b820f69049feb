import type { AuditAction } from '@trellis/api-contract/operator';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { SessionOperator } from '../../platform/http/caller.ts';
import { ownWords, type Passwords } from '../credentials/passwords.ts';
import { tokenDigest } from '../credentials/sessionToken.ts';
import {
  type ListedSession,
  livesSince,
  presentSession,
  type StoredSession,
  sessionColumns,
} from './operatorDirectory.ts';
import { OperatorRepository } from './operatorRepository.ts';

export interface OwnAccessParts {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly clock: Clock;
}

/** Who is logged in, and with which of their sessions. */
interface Own {
  readonly operator: SessionOperator;
  readonly token: string;
}

interface OwnSession extends StoredSession {
  readonly current: boolean;
}

/** What an operator who may be robbed does by themself, whatever their roles: sees their sessions, ends the others, takes another password. */
export class OwnAccess {
  readonly #parts: OwnAccessParts;
  readonly #operators: OperatorRepository;

  constructor(parts: OwnAccessParts) {
    this.#parts = parts;
    this.#operators = new OperatorRepository(parts.database);
  }

  /** Their open sessions, the last used first. */
  async sessions({ operator, token }: Own): Promise<ListedSession<OwnSession>[]> {
    const { database, clock } = this.#parts;
    const rows = await database.rows<OwnSession>(
      `SELECT ${sessionColumns}, s.token_hash = $4 AS current FROM operator_session s
        WHERE s.operator_id = $1 AND s.revoked_at IS NULL AND s.seen_at > $2 AND s.created_at > $3
        ORDER BY s.seen_at DESC LIMIT 50`,
      [operator.id, ...livesSince(clock.now()), tokenDigest(token)],
    );
    return rows.map(presentSession);
  }

  /** Ends all but the one that asks. @returns how many @throws AppError auth.session_required if it was ended itself */
  async endOthers(own: Own, by: ActorWithReason): Promise<number> {
    const { database } = this.#parts;
    return database.inTransaction(async () => {
      await this.#lock(own);
      const ended = await this.#endOthers(own);
      await this.#audit('operator.end_own_sessions', own, by, { ended });
      return ended;
    });
  }

  /**
   * Sets another password and ends all other sessions.
   * @throws AppError member.old_password_incorrect, member.password_weak, auth.session_required
   */
  async changePassword(
    own: Own,
    { oldPassword, password }: { readonly oldPassword: string; readonly password: string },
    by: ActorWithReason,
  ): Promise<void> {
    const { database, passwords } = this.#parts;
    const { name } = own.operator;
    const before = await this.#operators.findEnrolled(name);
    if (!(await passwords.verify(before?.passwordHash, oldPassword)))
      throw fieldError([{ path: 'oldPassword', code: 'member.old_password_incorrect' }]);
    if (!passwords.isStrong(password, ownWords(name)))
      throw fieldError([{ path: 'password', code: 'member.password_weak' }]);
    const hash = await passwords.hash(password);
    await database.inTransaction(async () => {
      // A log-in under way with the password of before opens its session before this, and is ended, or finds another hash.
      await this.#lock(own);
      const changed = await this.#operators.changePassword(own.operator.id, before?.passwordHash ?? '', hash);
      // It was changed or reset meanwhile.
      if (!changed) throw fieldError([{ path: 'oldPassword', code: 'member.old_password_incorrect' }]);
      await this.#audit('operator.change_password', own, by, { ended: await this.#endOthers(own) });
    });
  }

  /** Of two sessions that end each other at once the second is ended by then, and ends nothing. */
  async #lock({ operator, token }: Own): Promise<void> {
    await this.#operators.lock(operator.name);
    const own = 'SELECT 1 AS found FROM operator_session WHERE token_hash = $1 AND revoked_at IS NULL';
    if (!(await this.#parts.database.one(own, [tokenDigest(token)]))) throw new AppError('auth.session_required');
  }

  #endOthers({ operator, token }: Own): Promise<number> {
    return this.#parts.database.change(
      'UPDATE operator_session SET revoked_at = $3 WHERE operator_id = $1 AND token_hash <> $2 AND revoked_at IS NULL',
      [operator.id, tokenDigest(token), this.#parts.clock.now()],
      { rows: 'any' },
    );
  }

  async #audit(action: AuditAction, { operator }: Own, by: ActorWithReason, after: object): Promise<void> {
    await recordAudit(this.#parts.database, { ...by, action, subject: operator.name, after });
  }
}
