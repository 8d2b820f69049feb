import { type OperatorRole, rolesApartIn } from '@trellis/api-contract/operator';
import { ApprovalRequests } from '../../governance/approvals/approvalRequests.ts';
import type { ApprovalKind } from '../../governance/approvals/approvalService.ts';
import { type Asked, throwApprovalError } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { newToken, tokenDigest, wordDigest } from '../credentials/sessionToken.ts';
import { enrolmentSeconds } from './enrolment.ts';
import { OperatorRepository } from './operatorRepository.ts';
import { endOperatorSessions } from './session.ts';

type ChangeKind = 'invite' | 'roles' | 'restore';

/** What a second admin approves. */
interface OperatorChange {
  readonly kind: ChangeKind;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  /** As they were; `null`: there was nobody of this name. */
  readonly base: readonly OperatorRole[] | null;
  /** The suspension that ends. */
  readonly suspendedAt?: string;
  /** Of who is new: the digest of the word that their link takes, in hexadecimal. */
  readonly word?: string;
}

interface PresentOperator {
  readonly roles: readonly OperatorRole[];
  readonly enrolled: boolean;
  readonly suspendedAt: string | null;
}

/**
 * What admins do with operators: one suspends and ends sessions; that somebody becomes an operator, may something else, or is
 * suspended no longer, one asks for and another approves. That they are two, and that neither is who it is about, the database enforces.
 */
export class OperatorChanges {
  readonly #database: Database;
  readonly #operators: OperatorRepository;
  readonly #clock: Clock;
  readonly #requests: Readonly<Record<ChangeKind, ApprovalRequests<OperatorChange>>>;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#operators = new OperatorRepository(database);
    this.#clock = clock;
    this.#requests = { invite: this.#kind('invite'), roles: this.#kind('roles'), restore: this.#kind('restore') };
  }

  approval(kind: ChangeKind): ApprovalKind {
    return this.#requests[kind].approval;
  }

  /**
   * Asks for a change; what waited for the same name does so no longer.
   * @param roles of who is new, or in place of those of now; at the end of a suspension they stay
   * @param word of who is new: what their link takes alongside, so that who approves cannot enrol in their place
   * @throws AppError operator.roles_apart, operator.taken, operator.suspended, operator.not_suspended, operator.same_roles, operator.self,
   *   request.not_found
   */
  async ask(
    kind: ChangeKind,
    name: string,
    roles: readonly OperatorRole[],
    by: ActorWithReason,
    word?: string,
  ): Promise<Asked> {
    if (rolesApartIn(roles)) throw new AppError('operator.roles_apart');
    const present = await this.#database.one<PresentOperator>(
      `SELECT roles, enrolled_at IS NOT NULL AS enrolled, to_jsonb(suspended_at) #>> '{}' AS "suspendedAt" FROM operator WHERE name = $1`,
      [name],
    );
    if (kind === 'invite' && present?.enrolled) throw new AppError('operator.taken');
    if (kind !== 'invite' && !present) throw new AppError('request.not_found');
    const suspendedAt = present?.suspendedAt ?? undefined;
    if (kind !== 'restore' && suspendedAt !== undefined) throw new AppError('operator.suspended');
    if (kind === 'restore' && suspendedAt === undefined) throw new AppError('operator.not_suspended');
    const base = present?.roles ?? null;
    if (kind === 'roles' && base?.length === roles.length && roles.every((role) => base.includes(role)))
      throw new AppError('operator.same_roles');
    const wanted = kind === 'restore' ? (base ?? []) : roles;
    const change = {
      ...{ kind, name, roles: wanted, base },
      ...(suspendedAt !== undefined && { suspendedAt }),
      ...(word !== undefined && { word: wordDigest(word).toString('hex') }),
    };
    return this.#requests[kind].ask(change, by);
  }

  /** The token is that of the link of who is new. */
  #kind(kind: ChangeKind): ApprovalRequests<OperatorChange> {
    const parts = { database: this.#database, clock: this.#clock };
    return new ApprovalRequests<OperatorChange>(parts, {
      action: `operator.${kind}`,
      about: 'nobody',
      askAction: `operator.ask_${kind}`,
      same: ['name'],
      readBy: 'operators',
      facts: ({ payload: { name, roles } }) => ({ operator: name, roles }),
      preview: ({ payload: { base, suspendedAt } }, after) => {
        const suspension = suspendedAt !== undefined && { suspendedAt: new Date(String(suspendedAt)).toISOString() };
        return { before: base === null ? null : { roles: base, ...suspension }, after };
      },
      audited: ({ payload: { name, roles, base } }) =>
        kind === 'restore'
          ? { subject: name, before: { suspended: true }, after: { suspended: false } }
          : { subject: name, ...(base && { before: { roles: base } }), after: { roles } },
      apply: async ({ id }, { actor, reason }, now) => {
        const token = kind === 'invite' ? newToken() : undefined;
        const link = token === undefined ? [null, null] : [tokenDigest(token), secondsFrom(now, enrolmentSeconds)];
        await this.#database.rows('SELECT change_operator($1, $2, $3, $4, $5, $6)', [id, actor, reason, ...link, now]);
        return token === undefined ? undefined : { token };
      },
    });
  }

  /** Ends every session and every open approval of theirs. @throws AppError operator.self, operator.last_two, operator.suspended, request.not_found */
  async suspend(name: string, { reason, ...by }: ActorWithReason): Promise<void> {
    await this.#database.inTransaction(async () => {
      await this.#database
        .rows('SELECT suspend_operator($1, $2, $3)', [name, by.actor, this.#clock.now()])
        .catch(throwApprovalError);
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
      const entry = { ...by, action: 'operator.end_sessions', subject: name, reason } as const;
      await recordAudit(this.#database, { ...entry, after: { ended } });
    });
  }
}
