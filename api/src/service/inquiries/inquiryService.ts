import type { InquiryStatus, InquiryType } from '@trellis/api-contract';
import type { Actor, ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Tell } from '../../governance/tell/tell.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import type { Database } from '../../platform/db/database.ts';
import type { InquiryRow, Thread, Threads } from './threads.ts';

/** An inquiry in the list of operators. */
export interface InquiryEntry {
  readonly id: string;
  readonly username: string;
  readonly type: InquiryType;
  readonly status: InquiryStatus;
  readonly createdAt: Date;
  readonly lastAt: Date;
}

export type MemberThread = Thread & { readonly username: string };

export interface InquiryQuery {
  readonly status?: InquiryStatus | undefined;
  /** Only older ones. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface InquiryServiceParts {
  readonly database: Database;
  readonly members: MemberRepository;
  readonly threads: Threads;
  readonly tell: Tell;
  readonly clock: Clock;
}

/** Where operators read and answer what members ask. Whoever looks at a member's words leaves a row in the audit log. */
export class InquiryService {
  readonly #parts: InquiryServiceParts;

  constructor(parts: InquiryServiceParts) {
    this.#parts = parts;
  }

  /** Newest first. */
  async list({ status, before, limit }: InquiryQuery, by: Actor): Promise<InquiryEntry[]> {
    const { database } = this.#parts;
    return database.inTransaction(async () => {
      const entries = await database.rows<InquiryEntry>(
        `SELECT i.id, m.username, i.type, i.status, i.created_at AS "createdAt", last.created_at AS "lastAt"
           FROM inquiry i JOIN member m ON m.id = i.member
           CROSS JOIN LATERAL (SELECT created_at FROM inquiry_message WHERE inquiry = i.id ORDER BY id DESC LIMIT 1) AS last
          WHERE ($1::text IS NULL OR i.status = $1) AND ($2::bigint IS NULL OR i.id < $2::bigint)
          ORDER BY i.id DESC LIMIT $3`,
        [status ?? null, before ?? null, limit],
      );
      await this.#record('inquiry.list', status ?? 'all', 'read', by, { inquiries: entries.map(({ id }) => id) });
      return entries;
    });
  }

  /** @throws AppError request.not_found */
  async read(id: string, by: Actor): Promise<MemberThread> {
    return this.#parts.database.inTransaction(async () => {
      const inquiry = await this.#lock(id);
      const thread = await this.#present(inquiry);
      await this.#record('inquiry.read', id, 'read', by, { member: inquiry.member });
      return thread;
    });
  }

  /** Answers, and tells the member by a notice. @throws AppError request.not_found, inquiry.closed */
  async answer(id: string, text: string, by: ActorWithReason): Promise<MemberThread> {
    const { database, threads, tell, clock } = this.#parts;
    return database.inTransaction(async () => {
      const inquiry = await this.#lock(id);
      await threads.move(inquiry, 'answered', 'operator');
      await threads.addMessage({
        inquiryId: id,
        author: 'operator',
        text,
        at: clock.now(),
        operatorId: by.operatorId,
      });
      await tell.member(inquiry.member, 'inquiryAnswered', {}, { link: `/consulation/detail/${id}` });
      const thread = await this.#present({ ...inquiry, status: 'answered' });
      await this.#record('inquiry.answer', id, by.reason, by, { status: 'answered' }, { status: inquiry.status });
      return thread;
    });
  }

  /** @throws AppError request.not_found, inquiry.closed */
  async close(id: string, by: ActorWithReason): Promise<MemberThread> {
    const { database, threads } = this.#parts;
    return database.inTransaction(async () => {
      const inquiry = await this.#lock(id);
      await threads.move(inquiry, 'closed', 'operator');
      const thread = await this.#present({ ...inquiry, status: 'closed' });
      await this.#record('inquiry.close', id, by.reason, by, { status: 'closed' }, { status: inquiry.status });
      return thread;
    });
  }

  async #lock(id: string): Promise<InquiryRow> {
    const inquiry = await this.#parts.threads.find(id, { lock: true });
    if (!inquiry) throw new AppError('request.not_found');
    return inquiry;
  }

  async #present(inquiry: InquiryRow): Promise<MemberThread> {
    const { members, threads } = this.#parts;
    const member = await members.findById(inquiry.member);
    return { ...(await threads.present(inquiry)), username: member?.username ?? '' };
  }

  #record(
    action: string,
    subject: string,
    reason: string,
    { actor, requestId }: Actor,
    after: object,
    before?: object,
  ): Promise<string> {
    return recordAudit(this.#parts.database, {
      actor,
      action,
      subject,
      reason,
      after,
      requestId,
      ...(before && { before }),
    });
  }
}
