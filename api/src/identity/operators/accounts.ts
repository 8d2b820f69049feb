import type { AuditAction, OperatorRole } from '@trellis/api-contract/operator';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Clock } from '../../ground/clock.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { type Database, postgresFailure } from '../../platform/db/database.ts';
import { newEnrolment } from './enrolment.ts';
import { type LockedOperator, type OperatorAccount, OperatorRepository } from './operatorRepository.ts';
import { endOperatorSessions } from './session.ts';

const nameRule = 'A name is 2 to 32 small letters, digits, dots and hyphens, and begins with a letter.';

/** Operators' accounts, as they are made and ended by command. Each change stands in the audit log. */
export class OperatorAccounts {
  readonly #database: Database;
  readonly #operators: OperatorRepository;
  readonly #clock: Clock;
  readonly #actor: string;

  /** @param actor `command:<user>` */
  constructor(database: Database, clock: Clock, actor: string) {
    this.#database = database;
    this.#operators = new OperatorRepository(database);
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
        const id = await this.#operators.create(name, roles, now);
        await this.#audit('operator.create', name, undefined, { roles });
        return newEnrolment(this.#database, id, now);
      })
      .catch((error: unknown) => {
        const { code } = postgresFailure(error) ?? {};
        if (code === '23505') throw new ExplainedError(`There is an operator ${name} already.`, { cause: error });
        if (code === '23514') throw new ExplainedError(nameRule, { cause: error });
        throw error;
      });
  }

  list(): Promise<OperatorAccount[]> {
    return this.#operators.list();
  }

  /** Ends every session, and lets nobody in. @throws ExplainedError if there is no such operator */
  async suspend(name: string): Promise<void> {
    await this.#database.inTransaction(async () => {
      const now = this.#clock.now();
      const { id, ...before } = await this.#lock(name);
      await this.#operators.suspend(id, now);
      await endOperatorSessions(this.#database, id, now);
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
      await this.#operators.reset(id);
      await endOperatorSessions(this.#database, id, now);
      await this.#audit('operator.reset', name, before, { enrolled: false, suspended: false });
      return newEnrolment(this.#database, id, now);
    });
  }

  /**
   * Says which member accounts are an operator's own, in place of what was said before: they decide nothing about these.
   * @throws ExplainedError if there is no such operator, or no such member
   */
  async declareMembers(name: string, usernames: readonly string[]): Promise<void> {
    await this.#database.inTransaction(async () => {
      const { id } = await this.#lock(name);
      const before = await this.#operators.membersOf(id);
      const unknown = await this.#operators.declareMembers(id, usernames, this.#clock.now());
      if (unknown.length > 0) throw new ExplainedError(`There is no member ${unknown.join(', ')}.`);
      await this.#audit(
        'operator.members',
        name,
        { members: before },
        { members: await this.#operators.membersOf(id) },
      );
    });
  }

  async #lock(name: string): Promise<LockedOperator> {
    const operator = await this.#operators.lock(name);
    if (!operator) throw new ExplainedError(`There is no operator ${name}.`);
    return operator;
  }

  #audit(action: AuditAction, subject: string, before: object | undefined, after: object): Promise<string> {
    const entry = { actor: this.#actor, action, subject, reason: 'by command', after };
    return recordAudit(this.#database, before ? { ...entry, before } : entry);
  }
}
