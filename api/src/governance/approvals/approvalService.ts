import type { OperatorRole, WaitingAction } from '@trellis/api-contract/operator';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ActorWithReason } from '../audit/actor.ts';
import { recordAudit } from '../audit/auditLog.ts';
import { throwApprovalError } from './approvals.ts';

/** Something that somebody asked for and another person has to approve. */
export interface ApprovalRequest {
  readonly id: string;
  readonly action: WaitingAction;
  /** Which one of its domain it is about. */
  readonly subject: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly reason: string;
  readonly expiresAt: Date | null;
  /** Whether the reader may approve it. */
  readonly yours: boolean;
}

/** What holds now, and what would; texts, numbers and moments by name. */
export interface Change {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export interface Approver extends ActorWithReason {
  readonly roles: readonly OperatorRole[];
  /** The verification whose findings the approver was shown, where the request is about findings. */
  readonly verification?: string | undefined;
}

/** What an action by two people asks of the domain that it belongs to. */
export interface ApprovalKind {
  /** What each request would change, by its subject. One that is missing changes nothing that can be shown. */
  readonly preview: (requests: readonly ApprovalRequest[]) => Promise<ReadonlyMap<string, Change>>;
  /**
   * Gives this person's approval and does what it allows, in one transaction with its row in the audit log.
   * @returns a token that is shown to this person, once and to nobody else
   */
  readonly approve: (request: ApprovalRequest, approver: Approver) => Promise<{ readonly token?: string } | undefined>;
}

/** One entry an action: a new one is registered here, and needs no endpoint of its own. */
export type ApprovalKinds = Readonly<Record<WaitingAction, ApprovalKind>>;

/** Who looks: an operator with their roles, or a command, which has none and sees everything. */
export interface ApprovalReader {
  readonly actor: string;
  readonly roles: readonly OperatorRole[] | undefined;
}

const mostShown = 200;

const columns = `a.id, a.action, a.subject, a.requested_by AS "requestedBy", a.requested_at AS "requestedAt", a.reason,
  a.expires_at AS "expiresAt",
  may_approve(a.action, $2, false) AND person_of(a.requested_by) <> person_of($2)
    AND NOT is_about_themself($2, a.action, a.subject) AND NOT EXISTS (
    SELECT 1 FROM approval_given g WHERE g.approval = a.id AND g.person = person_of($2)) AS yours`;

/** Open requests of the actions that are listed, at $1. Withdrawals have a queue of their own. */
const open = `FROM approval a JOIN approval_role r ON r.action = a.action
  WHERE a.closed_at IS NULL AND a.requested_by <> 'member' AND (a.expires_at IS NULL OR a.expires_at > $1)
    AND a.action <> 'withdrawal.confirm_payout' AND (a.action <> 'factor_reset.approve' OR a.expires_at IS NOT NULL)`;

/** Everything that takes a second person, in one place: listed, approved, refused or taken back. The guards are the database's. */
export class ApprovalService {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #kinds: ApprovalKinds;

  constructor(database: Database, clock: Clock, kinds: ApprovalKinds) {
    this.#database = database;
    this.#clock = clock;
    this.#kinds = kinds;
  }

  /** Requests that concern a reader's roles, and their own; the earliest end first. */
  requests({ actor, roles }: ApprovalReader): Promise<ApprovalRequest[]> {
    return this.#database.rows<ApprovalRequest>(
      `SELECT ${columns} ${open} AND ($3::text[] IS NULL OR r.roles && $3::text[] OR a.requested_by = $2)
        ORDER BY a.expires_at, a.id LIMIT ${mostShown}`,
      [this.#clock.now(), actor, roles === undefined ? null : `{${roles.join(',')}}`],
    );
  }

  /** The same with what each would change. */
  async list(reader: ApprovalReader): Promise<(ApprovalRequest & Change)[]> {
    const requests = await this.requests(reader);
    const changes = new Map<WaitingAction, ReadonlyMap<string, Change>>();
    for (const action of new Set(requests.map((request) => request.action)))
      changes.set(action, await this.#kinds[action].preview(requests.filter((request) => request.action === action)));
    const nothing: Change = { before: null, after: null };
    return requests.map((request) => ({
      ...request,
      ...(changes.get(request.action)?.get(request.subject) ?? nothing),
    }));
  }

  /**
   * One person's approval. With the last one that is needed it is done.
   * @throws AppError request.not_found, approval.closed, approval.second_person, approval.own_account, auth.forbidden, and what
   *   the domain refuses
   */
  async approve(id: string, approver: Approver): Promise<{ readonly token: string | null }> {
    const action = await this.#actionOf(id);
    const allowed = await this.#database.one<{ may: boolean }>('SELECT may_approve($1, $2, false) AS may', [
      action,
      approver.actor,
    ]);
    if (!allowed?.may) throw new AppError('auth.forbidden');
    const request = await this.#database.one<ApprovalRequest>(`SELECT ${columns} ${open} AND a.id = $3`, [
      this.#clock.now(),
      approver.actor,
      id,
    ]);
    if (!request) throw new AppError('approval.closed');
    const done = await this.#kinds[request.action].approve(request, approver);
    return { token: done?.token ?? null };
  }

  /** @throws AppError approval.closed, approval.own_account, auth.forbidden */
  async refuse(id: string, { reason, ...by }: ActorWithReason): Promise<void> {
    await this.#database.inTransaction(async () => {
      const asked = await this.#database.one<{ action: string; subject: string; requestedBy: string }>(
        'SELECT action, subject, requested_by AS "requestedBy" FROM approval WHERE id = $1',
        [id],
      );
      await this.#database
        .rows('SELECT refuse_approval($1, $2, $3, $4)', [id, by.actor, reason, this.#clock.now()])
        .catch(throwApprovalError);
      await recordAudit(this.#database, {
        ...by,
        action: asked?.requestedBy === by.actor ? 'approval.take_back' : 'approval.refuse',
        subject: `${asked?.action} ${asked?.subject}`,
        reason,
        after: { approval: id, requestedBy: asked?.requestedBy },
      });
    });
  }

  /** For consoles of the version before: the request that is open for a subject. @throws AppError approval.closed */
  async openFor(actions: readonly WaitingAction[], subject: string): Promise<string> {
    const row = await this.#database.one<{ id: string }>(
      'SELECT id FROM approval WHERE action = ANY ($1) AND subject = $2 AND closed_at IS NULL ORDER BY id LIMIT 1',
      [actions, subject],
    );
    if (!row) throw new AppError('approval.closed');
    return row.id;
  }

  async #actionOf(id: string): Promise<WaitingAction> {
    const row = await this.#database.one<{ action: string }>('SELECT action FROM approval WHERE id = $1', [id]);
    if (!row || !this.#isListed(row.action)) throw new AppError('request.not_found');
    return row.action;
  }

  #isListed = (action: string): action is WaitingAction => Object.hasOwn(this.#kinds, action);
}

/** The subjects of requests, where they are ids of rows. */
export const idsOf = (requests: readonly ApprovalRequest[]): string[] => requests.map(({ subject }) => subject);

/** What comes to be where nothing was before: each row's columns, by its id. */
export const madeOf = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Change> =>
  new Map(rows.map(({ id, ...after }) => [id, { before: null, after }]));
