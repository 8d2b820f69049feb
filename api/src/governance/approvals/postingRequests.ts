import { v7 as newId } from 'uuid';
import { type Clock, secondsFrom } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { explainPostingError } from '../../ledger/refusals.ts';
import type { Bind, Database } from '../../platform/db/database.ts';
import type { ActorWithReason } from '../audit/actor.ts';
import { recordAudit } from '../audit/auditLog.ts';
import type { ApprovalKind, Change } from './approvalService.ts';
import { type ApprovalAction, explainApprovalError, requestApproval } from './approvals.ts';

/** Where money stands that one person asked to be moved: posted when another approved, replaced by a later request. */
export interface PostingRequest {
  readonly id: string;
  readonly state: 'waiting' | 'posted' | 'replaced' | 'lapsed';
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly reason: string;
  readonly expiresAt: Date;
  readonly approvedBy: string | null;
  readonly postedAt: Date | null;
}

/** What the database keeps of one: its payload is what is approved, with whole numbers of minor units. */
export interface StoredRequest<Payload> extends PostingRequest {
  readonly payload: Payload;
  /** Of the member that the payload names. */
  readonly username: string | null;
}

/** What one kind of postings by two people consists of. */
export interface PostingKind<Payload extends object, Facts extends object> {
  readonly action: ApprovalAction;
  /** Of the audit log, for who asks. */
  readonly askAction: string;
  /** Fields of the payload: of what they say together one request waits at a time. */
  readonly same: readonly (keyof Payload & string)[];
  /** The function of the database that posts an approved request: (request, journal, by, reason, now). */
  readonly post: string;
  /** What people see of a request. */
  readonly facts: (request: StoredRequest<Payload>) => Facts;
  /** Of the audit log. */
  readonly audited: (facts: Facts) => { readonly subject: string; readonly after: object };
  readonly preview: (facts: Facts, payload: Payload) => Change | Promise<Change>;
}

export interface RequestPage {
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A day, for the second person. */
const waitSeconds = 24 * 3600;

/** Money that two people move: one asks, another approves, and then it is posted as it was asked for. */
export class PostingRequests<Payload extends object, Facts extends object> {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #kind: PostingKind<Payload, Facts>;

  constructor(
    { database, clock }: { readonly database: Database; readonly clock: Clock },
    kind: PostingKind<Payload, Facts>,
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#kind = kind;
  }

  /** For the registry of approvals. */
  readonly approval: ApprovalKind = {
    preview: async (requests) => {
      const rows = await this.#rows(
        'id = ANY ($3)',
        requests.map(({ id }) => id),
        requests.length,
      );
      const changes = rows.map(async ({ subject, ...request }) => {
        const change = await this.#kind.preview(this.#kind.facts(request), request.payload);
        return [subject, change] as const;
      });
      return new Map(await Promise.all(changes));
    },
    approve: async ({ id }, approver) => void (await this.approve(id, approver)),
  };

  /** All that were asked for, or those whose payload has this in it; the latest first. */
  async list({ before, limit }: RequestPage, like: Partial<Payload> = {}): Promise<(PostingRequest & Facts)[]> {
    const which = before === undefined ? 'payload @> $3::jsonb' : 'payload @> $3::jsonb AND id < $4';
    const rows = await this.#rows(which, JSON.stringify(like), limit, before);
    return rows.map((row) => this.#present(row));
  }

  /** Those that wait, at most one of what `same` says. */
  async waiting(): Promise<(PostingRequest & Facts)[]> {
    const rows = await this.#rows('state = $3', 'waiting', mostWaiting);
    return rows.map((row) => this.#present(row));
  }

  /** Asks for it; what waited of the same does so no longer. @throws AppError approval.own_account, auth.forbidden */
  ask(payload: Payload, by: ActorWithReason): Promise<PostingRequest & Facts> {
    const { action, askAction, same } = this.#kind;
    return this.#change(askAction, by, async () => {
      const requestedAt = this.#clock.now();
      const expiresAt = secondsFrom(requestedAt, waitSeconds);
      return requestApproval(this.#database, { ...by, action, payload, same, requestedAt, expiresAt });
    });
  }

  /**
   * The second person's approval: it is posted.
   * @throws AppError approval.closed, approval.second_person, approval.own_account, auth.forbidden, and what posting refuses
   */
  approve(id: string, by: ActorWithReason): Promise<PostingRequest & Facts> {
    const { action, post } = this.#kind;
    return this.#change(action, by, async () => {
      await this.#database.rows(`SELECT ${post}($1, $2, $3, $4, $5)`, [
        id,
        newId(),
        by.actor,
        by.reason,
        this.#clock.now(),
      ]);
      return id;
    });
  }

  /** In one transaction with its row in the audit log. */
  #change(
    action: string,
    { reason, ...by }: ActorWithReason,
    change: () => Promise<string>,
  ): Promise<PostingRequest & Facts> {
    const { audited } = this.#kind;
    return this.#database.inTransaction(async () => {
      const id = await change().catch((error: unknown) => {
        throw explainApprovalError(error) ?? explainPostingError(error, 'USD') ?? error;
      });
      const [row] = await this.#rows('id = $3', id, 1);
      if (!row) throw new AppError('approval.closed');
      const made = this.#present(row);
      const { subject, after } = audited(made);
      await recordAudit(this.#database, {
        ...by,
        action,
        subject,
        reason,
        after: { ...after, request: id, requestedBy: made.requestedBy },
      });
      return made;
    });
  }

  #present({ subject: _subject, ...request }: StoredRequest<Payload> & { readonly subject: string }) {
    const { payload: _payload, username: _username, ...shown } = request;
    return { ...shown, ...this.#kind.facts(request) };
  }

  #rows(which: string, value: Bind, limit: number, ...more: (Bind | undefined)[]) {
    return this.#database.rows<StoredRequest<Payload> & { readonly subject: string }>(
      `SELECT id, subject, payload, username, state, requested_by AS "requestedBy", requested_at AS "requestedAt", reason,
              expires_at AS "expiresAt", approved_by AS "approvedBy", done_at AS "postedAt"
         FROM approvals_at($1, $2) WHERE ${which} ORDER BY id DESC LIMIT ${limit}`,
      [this.#kind.action, this.#clock.now(), value, ...more.filter((each) => each !== undefined)],
    );
  }
}

const mostWaiting = 200;
