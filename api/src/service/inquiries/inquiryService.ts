import type { Language } from '@trellis/api-contract';
import type { AuditAction } from '@trellis/api-contract/operator';
import { refuseOwnAccount } from '../../governance/approvals/approvals.ts';
import type { Actor, ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAccess, recordAudit } from '../../governance/audit/auditLog.ts';
import type { Notifier } from '../../governance/notifications/notifier.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import type { Database } from '../../platform/db/database.ts';
import { refuseMisleading } from '../wording/refuseMisleading.ts';
import { inquiryCsv } from './inquiryCsv.ts';
import type { InquiryFilter, InquiryPage, InquiryQuery, InquiryRepository, InquiryRow } from './inquiryRepository.ts';
import type { Thread, ThreadPage, Threads, Written } from './threads.ts';

interface Asker {
  readonly username: string;
  readonly language: Language;
}
export type MemberThread = Thread & Asker;
export type WrittenToMember = Written & Asker;

export interface InquiryServiceParts {
  readonly database: Database;
  readonly members: MemberRepository;
  readonly inquiryRepository: InquiryRepository;
  readonly threads: Threads;
  readonly notifier: Notifier;
  readonly clock: Clock;
  /** Where members are: an answer may lead there. */
  readonly publicOrigin: string;
}

/** Where operators read and answer what members ask. Whoever looks at a member's words leaves a row in the audit log. */
export class InquiryService {
  readonly #parts: InquiryServiceParts;

  constructor(parts: InquiryServiceParts) {
    this.#parts = parts;
  }

  /** Newest first, or the longest wait first. */
  async list(query: InquiryQuery, by: Actor): Promise<InquiryPage> {
    const { database, inquiryRepository } = this.#parts;
    return database.inTransaction(async () => {
      const page = await inquiryRepository.list(query);
      const subject = query.order === 'wait' ? 'received' : (query.status ?? 'all');
      const { status: _status, order: _order, limit: _limit, ...narrowed } = query;
      const after = { ...narrowed, inquiries: page.entries.map(({ id }) => id) };
      await recordAccess(database, { ...by, action: 'inquiry.list', subject, after });
      return page;
    });
  }

  /** How many a file would have. */
  count(filter: InquiryFilter): Promise<{ rows: number; more: boolean }> {
    return this.#parts.inquiryRepository.count(filter);
  }

  /** A list as a file, without a word of what was written. */
  export(filter: InquiryFilter, by: Actor) {
    return inquiryCsv(this.#parts.database, this.#parts.inquiryRepository, filter, by);
  }

  /** @throws AppError request.not_found */
  async read(id: string, page: ThreadPage, by: Actor): Promise<MemberThread> {
    return this.#parts.database.inTransaction(async () => {
      const inquiry = await this.#lock(id);
      const thread = { ...(await this.#parts.threads.page(inquiry, page)), ...(await this.#askerOf(inquiry)) };
      const after = { member: inquiry.member };
      await recordAccess(this.#parts.database, { ...by, action: 'inquiry.read', subject: id, after });
      return thread;
    });
  }

  /**
   * Answers, and notifies the member by a notice.
   * @throws AppError request.not_found, approval.own_account, inquiry.closed, inquiry.asks_secret, inquiry.leads_away: nobody gets used to that
   */
  async answer(id: string, text: string, by: ActorWithReason): Promise<WrittenToMember> {
    const { database, threads, notifier, clock, publicOrigin } = this.#parts;
    refuseMisleading('text', text, publicOrigin);
    return database.inTransaction(async () => {
      const inquiry = await this.#lock(id);
      await refuseOwnAccount(database, by.actor, inquiry.member);
      await threads.move(inquiry, 'answered', 'operator');
      const message = await threads.addMessage({
        inquiryId: id,
        author: 'operator',
        text,
        at: clock.now(),
        operatorId: by.operatorId,
      });
      await notifier.member(inquiry.member, 'inquiryAnswered', {}, { link: `/consulation/detail/${id}` });
      const answered = threads.written({ ...inquiry, status: 'answered' }, message);
      await this.#record('inquiry.answer', id, by.reason, by, { status: 'answered' }, { status: inquiry.status });
      return { ...answered, ...(await this.#askerOf(inquiry)) };
    });
  }

  /** @throws AppError request.not_found, approval.own_account, inquiry.closed */
  async close(id: string, by: ActorWithReason): Promise<WrittenToMember> {
    const { database, threads } = this.#parts;
    return database.inTransaction(async () => {
      const inquiry = await this.#lock(id);
      await refuseOwnAccount(database, by.actor, inquiry.member);
      await threads.move(inquiry, 'closed', 'operator');
      await this.#record('inquiry.close', id, by.reason, by, { status: 'closed' }, { status: inquiry.status });
      return { ...threads.written({ ...inquiry, status: 'closed' }), ...(await this.#askerOf(inquiry)) };
    });
  }

  async #lock(id: string): Promise<InquiryRow> {
    const inquiry = await this.#parts.inquiryRepository.find(id, { lock: true });
    if (!inquiry) throw new AppError('request.not_found');
    return inquiry;
  }

  /** Whose it is, and in which language they read an answer. */
  async #askerOf(inquiry: InquiryRow): Promise<Asker> {
    const member = await this.#parts.members.findById(inquiry.member);
    if (!member) throw new AppError('request.not_found');
    return { username: member.username, language: member.language };
  }

  #record(
    action: AuditAction,
    subject: string,
    reason: string,
    by: Actor,
    after: object,
    before?: object,
  ): Promise<string> {
    return recordAudit(this.#parts.database, { ...by, action, subject, reason, after, ...(before && { before }) });
  }
}
