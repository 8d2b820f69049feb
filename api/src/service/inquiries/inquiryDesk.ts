import type { InquiryStatus, InquiryType } from '@trellis/api-contract';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Tell } from '../../governance/tell/tell.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { InquiryRow, Thread, Threads } from './threads.ts';

/** Who works at the desk, and in which call. */
export interface DeskActor {
  /** `command:<user>` or `operator:<name>`. */
  readonly actor: string;
  /** Absent for whoever works by command. */
  readonly operatorId?: string;
  readonly requestId?: string;
}

/** What changes something says why. */
export interface DeskDeed extends DeskActor {
  readonly reason: string;
}

/** An inquiry in the desk's list. */
export interface DeskEntry {
  readonly id: string;
  readonly username: string;
  readonly type: InquiryType;
  readonly status: InquiryStatus;
  readonly createdAt: Date;
  readonly lastAt: Date;
}

export type DeskThread = Thread & { readonly username: string };

export interface DeskQuery {
  readonly status?: InquiryStatus | undefined;
  /** Only older ones. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface DeskParts {
  readonly database: Database;
  readonly threads: Threads;
  readonly tell: Tell;
  readonly clock: Clock;
}

/** Where operators read and answer what members ask. Whoever looks at a member's words leaves a row in the audit log. */
export class InquiryDesk {
  readonly #parts: DeskParts;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /** Newest first. */
  async list({ status, before, limit }: DeskQuery, by: DeskActor): Promise<DeskEntry[]> {
    const { database } = this.#parts;
    return database.inTransaction(async () => {
      const entries = await database.rows<DeskEntry>(
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
  async read(id: string, by: DeskActor): Promise<DeskThread> {
    return this.#parts.database.inTransaction(async () => {
      const inquiry = await this.#lock(id);
      const thread = await this.#present(inquiry);
      await this.#record('inquiry.read', id, 'read', by, { member: inquiry.member });
      return thread;
    });
  }

  /** Answers, and tells the member by a notice. @throws AppError request.not_found, inquiry.closed */
  async answer(id: string, text: string, by: DeskDeed): Promise<DeskThread> {
    const { database, threads, tell, clock } = this.#parts;
    return database.inTransaction(async () => {
      const inquiry = await this.#lock(id);
      if (inquiry.status === 'closed') throw new AppError('inquiry.closed');
      await threads.addMessage({
        inquiryId: id,
        author: 'operator',
        text,
        at: clock.now(),
        operatorId: by.operatorId,
      });
      await threads.setStatus(id, 'answered');
      await tell.member(inquiry.member, 'inquiryAnswered', {}, { link: `/consulation/detail/${id}` });
      const thread = await this.#present({ ...inquiry, status: 'answered' });
      await this.#record('inquiry.answer', id, by.reason, by, { status: 'answered' }, { status: inquiry.status });
      return thread;
    });
  }

  /** @throws AppError request.not_found, inquiry.closed */
  async close(id: string, by: DeskDeed): Promise<DeskThread> {
    const { database, threads } = this.#parts;
    return database.inTransaction(async () => {
      const inquiry = await this.#lock(id);
      if (inquiry.status === 'closed') throw new AppError('inquiry.closed');
      await threads.setStatus(id, 'closed');
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

  async #present(inquiry: InquiryRow): Promise<DeskThread> {
    const member = await this.#parts.database.one<{ username: string }>('SELECT username FROM member WHERE id = $1', [
      inquiry.member,
    ]);
    return { ...(await this.#parts.threads.present(inquiry)), username: member?.username ?? '' };
  }

  #record(
    action: string,
    subject: string,
    reason: string,
    { actor, requestId }: DeskActor,
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
