import {
  type OperatorPolicy,
  type OperatorRole,
  operatorPolicies,
  type WaitingAction,
} from '@trellis/api-contract/operator';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ActorWithReason } from '../audit/actor.ts';
import { recordAudit } from '../audit/auditLog.ts';
import { throwApprovalError } from './approvals.ts';

/** Texts, numbers and moments by name: what the console and the file have words and columns for. */
export type Facts = Readonly<Record<string, unknown>>;

/** Something that somebody asked for and another person has to approve. */
export interface ApprovalRequest {
  readonly id: string;
  readonly action: WaitingAction;
  /** Which one of its domain it is about. */
  readonly subject: string;
  /** What is approved. */
  readonly payload: Facts;
  /** Of the member that it is about. */
  readonly username: string | null;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly reason: string;
  readonly expiresAt: Date | null;
}

export interface WaitingRequest extends ApprovalRequest {
  /** Whether the reader may approve it. */
  readonly yours: boolean;
}

/** One that was ever asked for, and what had come of it. */
export interface PastRequest extends ApprovalRequest {
  readonly state: 'waiting' | 'approved' | 'refused' | 'replaced' | 'lapsed';
  /** Who approved it last, or refused it. */
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly decidedReason: string | null;
  readonly facts: Facts;
}

/** What holds now, and what would. */
export interface Change {
  readonly before: Facts | null;
  readonly after: Facts | null;
}

export interface Approver extends ActorWithReason {
  readonly roles: readonly OperatorRole[];
  /** The verification whose findings the approver was shown, where the request is about findings. */
  readonly verification?: string | undefined;
}

/** What an action by two people asks of the domain that it belongs to. */
export interface ApprovalKind {
  /** Who reads what was asked for and what came of it, alongside those who may approve it; without it, who reads the audit log. */
  readonly readBy?: OperatorPolicy;
  /** What a request is for: names, codes and decimals. */
  readonly facts: (request: ApprovalRequest) => Facts | null | Promise<Facts | null>;
  /** The same alongside what holds now, where something does. */
  readonly preview?: (request: ApprovalRequest, facts: Facts) => Change | Promise<Change>;
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

/** Which of those that wait. */
export interface WaitingSearch {
  /** Only actions that begin with it, up to their dot. */
  readonly domain?: string | undefined;
  /** Only those with a smaller id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Which requests of the past. */
export interface PastSearch {
  readonly action?: WaitingAction | undefined;
  /** What their payload has in it. */
  readonly like?: Facts | undefined;
  /** Only those with a smaller id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

const columns = `a.id, a.action, a.subject, coalesce(a.payload, '{}') AS payload, m.username, a.requested_by AS "requestedBy",
  a.requested_at AS "requestedAt", a.reason, a.expires_at AS "expiresAt",
  may_approve(a.action, $2, false) AND sets_rule($2, a) AND person_of(a.requested_by) <> person_of($2)
    AND NOT is_about_themself($2, a) AND NOT is_own_account($2, m.id) AND NOT EXISTS (
    SELECT 1 FROM approval_given g WHERE g.approval = a.id AND g.person = person_of($2)) AS yours`;

/** Open requests of the actions that are listed, at $1. Withdrawals have a queue of their own. */
const open = `FROM approval a JOIN approval_role r ON r.action = a.action LEFT JOIN member m ON m.id = member_of_approval(a)
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

  /** Requests that concern a reader's roles, and their own, with what each would change; the latest first. */
  async waiting(
    { actor, roles }: ApprovalReader,
    { domain, before, limit }: WaitingSearch,
  ): Promise<(WaitingRequest & Change)[]> {
    const requests = await this.#database.rows<WaitingRequest>(
      `SELECT ${columns} ${open} AND ($3::text[] IS NULL OR r.roles && $3::text[] OR a.requested_by = $2)
          AND ($4::text IS NULL OR split_part(a.action, '.', 1) = $4) AND ($5::bigint IS NULL OR a.id < $5::bigint)
        ORDER BY a.id DESC LIMIT $6`,
      [this.#clock.now(), actor, roles ? [...roles] : null, domain ?? null, before ?? null, limit],
    );
    return Promise.all(requests.map(async (each) => ({ ...each, ...(await this.#change(each)) })));
  }

  /** Those that a reader may approve and that end, the earliest end first. */
  nextYours({ actor }: ApprovalReader, limit: number): Promise<Pick<WaitingRequest, 'id' | 'action' | 'expiresAt'>[]> {
    return this.#database.rows(
      `SELECT w.id, w.action, w."expiresAt" FROM (SELECT ${columns} ${open}) AS w
        WHERE w.yours AND w."expiresAt" IS NOT NULL ORDER BY w."expiresAt", w.id LIMIT $3`,
      [this.#clock.now(), actor, limit],
    );
  }

  /** How many a reader may approve, and the earliest end of one of them. */
  async yours({ actor }: ApprovalReader): Promise<{ readonly count: number; readonly at: Date | null }> {
    const row = await this.#database.one<{ count: number; at: Date | null }>(
      `SELECT count(*)::int AS count, min(w."expiresAt") AS at FROM (SELECT ${columns} ${open}) AS w WHERE w.yours`,
      [this.#clock.now(), actor],
    );
    return row ?? { count: 0, at: null };
  }

  /** All that were ever asked for and that a reader may see, the latest first: of their roles, of what they read, and their own. */
  async history({ actor, roles }: ApprovalReader, { action, like, before, limit }: PastSearch): Promise<PastRequest[]> {
    const kinds = Object.entries(this.#kinds) as [WaitingAction, ApprovalKind][];
    const reads = ({ readBy = 'audit' }: ApprovalKind): boolean => {
      const readers: readonly OperatorRole[] = operatorPolicies[readBy];
      return roles === undefined || roles.some((role) => readers.includes(role));
    };
    const rows = await this.#database.rows<Omit<PastRequest, 'facts'>>(
      `SELECT a.id, a.action, a.subject, a.payload, a.username, a.requested_by AS "requestedBy", a.requested_at AS "requestedAt",
              a.reason, a.expires_at AS "expiresAt", a.state, a.decided_by AS "decidedBy", a.decided_at AS "decidedAt",
              a.decided_reason AS "decidedReason"
         FROM requests_at($1, $2) a JOIN approval_role r ON r.action = a.action
        WHERE a.action = ANY ($3) AND (a.action = ANY ($4) OR r.roles && $5 OR a.requested_by = $6)
          AND a.payload @> $7::jsonb AND ($8::bigint IS NULL OR a.id < $8::bigint) ORDER BY a.id DESC LIMIT $9`,
      [
        action ?? null,
        this.#clock.now(),
        kinds.map(([name]) => name),
        kinds.flatMap(([name, kind]) => (reads(kind) ? [name] : [])),
        [...(roles ?? [])],
        actor,
        JSON.stringify(like ?? {}),
        before ?? null,
        limit,
      ],
    );
    return Promise.all(rows.map(async (row) => ({ ...row, facts: (await this.#facts(row)) ?? {} })));
  }

  /**
   * One person's approval. With the last one that is needed it is done.
   * @throws AppError request.not_found, approval.closed, approval.second_person, approval.own_account, approval.new_role, auth.forbidden, and what
   *   the domain refuses
   */
  async approve(id: string, approver: Approver): Promise<{ readonly token: string | null }> {
    const action = await this.#actionOf(id);
    const allowed = await this.#database.one<{ may: boolean }>('SELECT may_approve($1, $2, true) AS may', [
      action,
      approver.actor,
    ]);
    if (!allowed?.may) throw new AppError('auth.forbidden');
    const request = await this.#database.one<WaitingRequest>(`SELECT ${columns} ${open} AND a.id = $3`, [
      this.#clock.now(),
      approver.actor,
      id,
    ]);
    if (!request) throw new AppError('approval.closed');
    const done = await this.#kinds[request.action].approve(request, approver);
    return { token: done?.token ?? null };
  }

  /** Whether it was this actor who asked. */
  async isOwn(id: string, actor: string): Promise<boolean> {
    return (
      (await this.#database.one('SELECT 1 AS found FROM approval WHERE id = $1 AND requested_by = $2', [id, actor])) !==
      undefined
    );
  }

  /** @throws AppError approval.closed, approval.own_account, auth.forbidden */
  async refuse(id: string, { reason, ...by }: ActorWithReason): Promise<void> {
    await this.#database.inTransaction(async () => {
      const approval = await this.#database.one<{ action: string; subject: string; requestedBy: string }>(
        'SELECT action, subject, requested_by AS "requestedBy" FROM approval WHERE id = $1',
        [id],
      );
      await this.#database
        .rows('SELECT refuse_approval($1, $2, $3, $4)', [id, by.actor, reason, this.#clock.now()])
        .catch(throwApprovalError);
      await recordAudit(this.#database, {
        ...by,
        action: approval?.requestedBy === by.actor ? 'approval.take_back' : 'approval.refuse',
        subject: `${approval?.action} ${approval?.subject}`,
        reason,
        after: { approval: id, requestedBy: approval?.requestedBy },
      });
    });
  }

  async #change(request: ApprovalRequest): Promise<Change> {
    const { preview } = this.#kinds[request.action];
    const facts = await this.#facts(request);
    return facts && preview ? preview(request, facts) : { before: null, after: facts };
  }

  /** Of some that are old nothing is known but a digest. */
  async #facts(request: ApprovalRequest): Promise<Facts | null> {
    const isKnown = Object.keys(request.payload).length > 0;
    return isKnown ? this.#kinds[request.action].facts(request) : null;
  }

  async #actionOf(id: string): Promise<WaitingAction> {
    const row = await this.#database.one<{ action: string }>('SELECT action FROM approval WHERE id = $1', [id]);
    if (!row || !this.#isListed(row.action)) throw new AppError('request.not_found');
    return row.action;
  }

  #isListed = (action: string): action is WaitingAction => Object.hasOwn(this.#kinds, action);
}
