import type { AuditAction, OperatorPolicy } from '@trellis/api-contract/operator';
import { v7 as newId } from 'uuid';
import type { Clock } from '../../ground/clock.ts';
import { type AnyErrorCode, AppError } from '../../ground/errors.ts';
import { explainPostingError } from '../../ledger/refusals.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ActorWithReason } from '../audit/actor.ts';
import { type AuditEntry, recordAudit } from '../audit/auditLog.ts';
import type { ApprovalKind, Approver, Facts } from './approvalService.ts';
import { type ApprovalAction, type Asked, explainApprovalError, requestApproval } from './approvals.ts';

/** One request as its kind reads it. */
export interface StoredRequest<Payload> {
  readonly id: string;
  readonly requestedBy: string;
  readonly expiresAt: Date;
  /** What is approved. */
  readonly payload: Payload;
  /** Of the member that it is about. */
  readonly username: string | null;
}

/** What an approval makes so. */
interface Done {
  /** Shown to who approves, once and to nobody else. */
  readonly token?: string;
  /** What the audit log says beyond the request's own facts. */
  readonly after?: object;
}

/** One kind of action by two people whose request says all of it. */
export interface RequestKind<Payload extends object> {
  readonly action: ApprovalAction & AuditAction;
  /** Of the audit log, for who asks. */
  readonly askAction: AuditAction;
  /** About a member the payload names them: by that nobody asks, approves or refuses for an account of their own. */
  readonly about: Payload extends { readonly member: string } ? 'member' : 'nobody';
  /** Which one of its domain it is about; without it, a request is about itself. */
  readonly subject?: (payload: Payload) => string;
  /** Fields of the payload: of what they say together one request waits at a time. */
  readonly same?: readonly (keyof Payload & string)[];
  /** What asking for the same is refused with while one waits; without it, the later takes the place of the earlier. */
  readonly taken?: AnyErrorCode;
  readonly readBy?: OperatorPolicy;
  readonly facts: (request: StoredRequest<Payload>) => Facts | Promise<Facts>;
  readonly preview?: ApprovalKind['preview'];
  /** What the audit log says: of what, and what held before. */
  readonly audited: (request: StoredRequest<Payload>) => Pick<AuditEntry, 'subject' | 'before' | 'after'>;
  /** Gives the approval and does it, inside the running transaction: its function of the database begins with `use_approval`. */
  readonly apply: (request: StoredRequest<Payload>, approver: Approver, now: Date) => Promise<Done | undefined>;
}

/** What one person asks for, another approves, and is then done as its payload says: nothing else is kept of it. */
export class ApprovalRequests<Payload extends object> {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #kind: RequestKind<Payload>;

  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }, kind: RequestKind<Payload>) {
    this.#database = database;
    this.#clock = clock;
    this.#kind = kind;
  }

  /** For the registry of approvals. */
  get approval(): ApprovalKind {
    const { readBy, facts, preview } = this.#kind;
    return {
      ...(readBy && { readBy }),
      facts: (request) => facts(request as StoredRequest<Payload>),
      ...(preview && { preview }),
      approve: ({ id }, approver) => this.approve(id, approver),
    };
  }

  /** Those that wait, the latest first. */
  waiting(): Promise<StoredRequest<Payload>[]> {
    // Open ones first: of the others there are more every year.
    const open = 'SELECT o.id FROM approval o WHERE o.action = $1 AND o.closed_at IS NULL';
    return this.#rows(`state = 'waiting' AND id IN (${open})`, null);
  }

  /**
   * Asks for it; what waited of the same does so no longer. In the caller's transaction, or in one of its own.
   * @throws AppError approval.own_account, auth.forbidden
   */
  ask(payload: Payload, { reason, ...by }: ActorWithReason): Promise<Asked> {
    const { action, about, askAction, same = [], subject, taken } = this.#kind;
    return this.#within(async () => {
      const now = this.#clock.now();
      const isSame = (other: StoredRequest<Payload>) => same.every((name) => other.payload[name] === payload[name]);
      if (taken !== undefined && (await this.waiting()).some(isSame)) throw new AppError(taken);
      const what = { action, payload, ...(same.length > 0 && { same }), ...(subject && { subject: subject(payload) }) };
      const approval = await requestApproval(this.#database, { ...by, reason, ...what }, now);
      const [request] = await this.#rows('id = $3', approval.id);
      if (about === 'member' && !request?.username) throw new Error(`${action} is about nobody`);
      if (request) await this.#record(askAction, request, { ...by, reason });
      return approval;
    });
  }

  /**
   * The second person's approval: it is done.
   * @throws AppError approval.closed, approval.second_person, approval.own_account, auth.forbidden, and what its function refuses
   */
  approve(id: string, approver: Approver): Promise<Done | undefined> {
    const { action, apply } = this.#kind;
    return this.#database.inTransaction(async () => {
      const [request] = await this.#rows('id = $3', id);
      if (!request) throw new AppError('approval.closed');
      const done = await apply(request, approver, this.#clock.now()).catch(throwRequestError);
      await this.#record(action, request, approver, done?.after);
      return done;
    });
  }

  #within<T>(work: () => Promise<T>): Promise<T> {
    return this.#database.isInTransaction() ? work() : this.#database.inTransaction(work);
  }

  async #record(
    action: AuditAction,
    request: StoredRequest<Payload>,
    { actor, requestId, reason }: ActorWithReason,
    more: object = {},
  ): Promise<void> {
    const { after, ...entry } = this.#kind.audited(request);
    await recordAudit(this.#database, {
      ...{ actor, action, reason, ...entry },
      ...(requestId !== undefined && { requestId }),
      after: { ...after, ...more, request: request.id, requestedBy: request.requestedBy },
    });
  }

  #rows(which: string, id: string | null): Promise<StoredRequest<Payload>[]> {
    return this.#database.rows<StoredRequest<Payload>>(
      `SELECT id, payload, username, requested_by AS "requestedBy", expires_at AS "expiresAt"
         FROM requests_at($1, $2) WHERE ${which} ORDER BY id DESC LIMIT 200`,
      [this.#kind.action, this.#clock.now(), ...(id === null ? [] : [id])],
    );
  }
}

/** Runs a function of the database that posts an approved request: (request, journal, by, reason, now). */
export const posts =
  (database: Database, name: string) =>
  async ({ id }: { readonly id: string }, { actor, reason }: Approver, now: Date): Promise<undefined> => {
    await database.rows(`SELECT ${name}($1, $2, $3, $4, $5)`, [id, newId(), actor, reason, now]);
    return undefined;
  };

/** What the database refuses of requests and of what they do. */
function throwRequestError(error: unknown): never {
  throw explainApprovalError(error) ?? explainPostingError(error, 'USD') ?? error;
}
