import type { OperatorRole } from '@trellis/api-contract/operator';
import type { ApprovalKind } from '../../governance/approvals/approvalService.ts';
import { throwApprovalError } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { refusalOf } from '../../platform/db/sqlStates.ts';
import { newToken, tokenDigest } from '../credentials/sessionToken.ts';
import { enrolmentSeconds } from './enrolment.ts';
import { OperatorRepository } from './operatorRepository.ts';
import { endOperatorSessions } from './session.ts';

/** What a second admin says yes to. */
export interface OperatorChange {
  readonly id: string;
  readonly kind: 'invite' | 'roles' | 'restore';
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  /** As they were; `null`: there was nobody of this name. */
  readonly base: readonly OperatorRole[] | null;
}

const columns = 'id, kind, name, roles, base';

/**
 * What admins do with operators: one suspends and ends sessions; that somebody becomes an operator, may something else, or is
 * suspended no longer, one asks for and another approves. That they are two, and that neither is who it is about, the database holds on to.
 */
export class OperatorChanges {
  readonly #database: Database;
  readonly #operators: OperatorRepository;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#operators = new OperatorRepository(database);
    this.#clock = clock;
  }

  /** New operators, other roles and the end of a suspension wait for a second admin. */
  readonly approval: ApprovalKind = {
    readBy: 'operators',
    facts: ({ payload: { name, roles } }) => ({ operator: name, roles }),
    preview: ({ payload: { base, suspendedAt } }, after) => ({
      before:
        base === null
          ? null
          : {
              roles: base,
              ...(suspendedAt !== undefined && { suspendedAt: new Date(String(suspendedAt)).toISOString() }),
            },
      after,
    }),
    approve: async ({ subject }, approver) => {
      const { token } = await this.approve(subject, approver);
      return token === undefined ? undefined : { token };
    },
  };

  /**
   * Asks for a change; what waited for the same name does so no longer.
   * @param roles of who is new, or in place of those of now; at the end of a suspension they stay
   * @throws AppError operator.taken, operator.suspended, operator.not_suspended, operator.same_roles, operator.self,
   *   request.not_found
   */
  async ask(
    kind: OperatorChange['kind'],
    name: string,
    roles: readonly OperatorRole[],
    { reason, ...by }: ActorWithReason,
  ): Promise<OperatorChange> {
    return this.#database.inTransaction(async () => {
      const row = await this.#database
        .one<{ id: string }>('SELECT ask_operator_change($1, $2, $3, $4, $5, $6) AS id', [
          kind,
          name,
          `{${roles.join(',')}}`,
          by.actor,
          reason,
          this.#clock.now(),
        ])
        .catch(throwOperatorError);
      const asked = await this.#read(row?.id ?? '');
      const { base } = asked;
      if (kind === 'roles' && base?.length === roles.length && roles.every((role) => base.includes(role)))
        throw new AppError('operator.same_roles');
      await recordAudit(this.#database, {
        ...by,
        action: `operator.ask_${kind}`,
        subject: name,
        reason,
        ...factsOf(asked),
      });
      return asked;
    });
  }

  /**
   * The second admin's yes. @returns the token of the link of who is new, told here and nowhere else; of roles none
   * @throws AppError approval.closed, approval.second_person, operator.self, operator.changed
   */
  async approve(id: string, { reason, ...by }: ActorWithReason): Promise<{ change: OperatorChange; token?: string }> {
    return this.#database.inTransaction(async () => {
      const change = await this.#read(id);
      const now = this.#clock.now();
      const token = change.kind === 'invite' ? newToken() : undefined;
      await this.#database
        .rows('SELECT approve_operator_change($1, $2, $3, $4, $5, $6)', [
          id,
          by.actor,
          reason,
          token === undefined ? null : tokenDigest(token),
          token === undefined ? null : secondsFrom(now, enrolmentSeconds),
          now,
        ])
        .catch(throwOperatorError);
      await recordAudit(this.#database, {
        ...by,
        action: `operator.${change.kind}`,
        subject: change.name,
        reason,
        ...factsOf(change),
      });
      return { change, ...(token !== undefined && { token }) };
    });
  }

  /** Ends every session and every open yes of theirs. @throws AppError operator.self, operator.last_two, operator.suspended, request.not_found */
  async suspend(name: string, { reason, ...by }: ActorWithReason): Promise<void> {
    await this.#database.inTransaction(async () => {
      await this.#database
        .rows('SELECT suspend_operator($1, $2, $3)', [name, by.actor, this.#clock.now()])
        .catch(throwOperatorError);
      await recordAudit(this.#database, {
        ...by,
        action: 'operator.suspend',
        subject: name,
        reason,
        before: { suspended: false },
        after: { suspended: true },
      });
    });
  }

  /** After a lost device, also one's own: they log in again. @throws AppError request.not_found */
  async endSessions(name: string, { reason, ...by }: ActorWithReason): Promise<void> {
    await this.#database.inTransaction(async () => {
      const operator = await this.#operators.lock(name);
      if (!operator) throw new AppError('request.not_found');
      const ended = await endOperatorSessions(this.#database, operator.id, this.#clock.now());
      const entry = { ...by, action: 'operator.end_sessions', subject: name, reason };
      await recordAudit(this.#database, { ...entry, after: { ended } });
    });
  }

  async #read(id: string): Promise<OperatorChange> {
    const row = await this.#database.one<OperatorChange>(`SELECT ${columns} FROM operator_change WHERE id = $1`, [id]);
    if (!row) throw new AppError('approval.closed');
    return row;
  }
}

/** What the audit log has of a change. */
const factsOf = ({ id, kind, roles, base }: OperatorChange): { readonly before?: object; readonly after: object } =>
  kind === 'restore'
    ? { before: { suspended: true }, after: { suspended: false, change: id } }
    : { ...(base && { before: { roles: base } }), after: { roles, change: id } };

/** What the database's guards refuse of operators. */
function throwOperatorError(error: unknown): never {
  const refusal = refusalOf(error);
  if (refusal) throw refusal;
  return throwApprovalError(error);
}
