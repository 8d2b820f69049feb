import type { OperatorRole } from '@trellis/api-contract/operator';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Clock } from '../../ground/clock.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { type Database, postgresFailure } from '../../platform/db/database.ts';
import { newEnrolment } from './enrolment.ts';

/** An operator as `list` shows them. */
export interface OperatorAccount {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly enrolledAt: Date | null;
  readonly suspendedAt: Date | null;
}

const nameRule = 'A name is 2 to 32 small letters, digits, dots and hyphens, and begins with a letter.';

/** Operators' accounts, as they are made and ended by command. Each change stands in the audit log. */
export class OperatorAccounts {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #actor: string;

  /** @param actor `command:<user>` */
  constructor(database: Database, clock: Clock, actor: string) {
    this.#database = database;
    this.#clock = clock;
    this.#actor = actor;
  }

  /**
   * @returns the token of a one-time enrolment link
   * @throws ExplainedError if the name is malformed or taken
   */
  async create(name: string, roles: readonly OperatorRole[]): Promise<string> {
    const now = this.#clock.now();
    return this.#database
      .inTransaction(async () => {
        const row = await this.#database.one<{ id: string }>(
          'INSERT INTO operator (name, roles, created_at) VALUES ($1, $2, $3) RETURNING id',
          [name, `{${roles.join(',')}}`, now],
        );
        await this.#audit('operator.create', name, undefined, { roles });
        return newEnrolment(this.#database, row?.id ?? '', now);
      })
      .catch((error: unknown) => {
        const { code } = postgresFailure(error) ?? {};
        if (code === '23505') throw new ExplainedError(`There is an operator ${name} already.`, { cause: error });
        if (code === '23514') throw new ExplainedError(nameRule, { cause: error });
        throw error;
      });
  }

  list(): Promise<OperatorAccount[]> {
    return this.#database.rows<OperatorAccount>(
      'SELECT name, roles, enrolled_at AS "enrolledAt", suspended_at AS "suspendedAt" FROM operator ORDER BY name',
    );
  }

  /** Ends every session, and lets nobody in. @throws ExplainedError if there is no such operator */
  async suspend(name: string): Promise<void> {
    await this.#database.inTransaction(async () => {
      const now = this.#clock.now();
      const { id, ...before } = await this.#lock(name);
      await this.#database.change('UPDATE operator SET suspended_at = $2 WHERE id = $1', [id, now], { rows: 1 });
      await this.#endSessions(id, now);
      await this.#audit('operator.suspend', name, before, { ...before, suspended: true });
    });
  }

  /**
   * Forgets password and Google code and ends every session; also the way back after a suspension.
   * @returns the token of a new enrolment link
   * @throws ExplainedError if there is no such operator
   */
  async reset(name: string): Promise<string> {
    return this.#database.inTransaction(async () => {
      const now = this.#clock.now();
      const { id, ...before } = await this.#lock(name);
      // The time step stays: no code is good twice.
      await this.#database.change(
        `UPDATE operator SET enrolled_at = NULL, password_hash = NULL, totp_secret = NULL, totp_key = NULL,
                             suspended_at = NULL WHERE id = $1`,
        [id],
        { rows: 1 },
      );
      await this.#endSessions(id, now);
      await this.#audit('operator.reset', name, before, { enrolled: false, suspended: false });
      return newEnrolment(this.#database, id, now);
    });
  }

  async #lock(name: string): Promise<{ id: string; enrolled: boolean; suspended: boolean }> {
    const row = await this.#database.one<{ id: string; enrolled: boolean; suspended: boolean }>(
      `SELECT id, enrolled_at IS NOT NULL AS enrolled, suspended_at IS NOT NULL AS suspended
         FROM operator WHERE name = $1 FOR UPDATE`,
      [name],
    );
    if (!row) throw new ExplainedError(`There is no operator ${name}.`);
    return row;
  }

  async #endSessions(operatorId: string, now: Date): Promise<void> {
    await this.#database.change(
      'UPDATE operator_session SET revoked_at = $2 WHERE operator_id = $1 AND revoked_at IS NULL',
      [operatorId, now],
      { rows: 'any' },
    );
  }

  #audit(action: string, subject: string, before: object | undefined, after: object): Promise<string> {
    const entry = { actor: this.#actor, action, subject, reason: 'by command', after };
    return recordAudit(this.#database, before ? { ...entry, before } : entry);
  }
}
