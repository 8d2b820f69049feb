import { depositChains, type Parsed } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import { memberAccountIds } from '../../ledger/accounts.ts';
import type { Database } from '../../platform/db/database.ts';
import type { InquiryRepository, InquiryRow } from './inquiryRepository.ts';
import type { Thread, ThreadPage, Threads, Written } from './threads.ts';

const defaultLimit = 20;

/** What members ask. Every query is the owner's own: another's inquiry is as good as none. */
export class Inquiries {
  readonly #database: Database;
  readonly #repository: InquiryRepository;
  readonly #threads: Threads;
  readonly #clock: Clock;

  constructor(database: Database, repository: InquiryRepository, threads: Threads, clock: Clock) {
    this.#database = database;
    this.#repository = repository;
    this.#threads = threads;
    this.#clock = clock;
  }

  /** Inside the caller's transaction. @throws AppError inquiry.record_unknown for what is not the member's, inquiry.too_many_waiting */
  async create(memberId: string, { type, record, transaction, text }: Parsed<'createInquiry'>): Promise<Written> {
    if (record !== undefined && !(await this.#isOwnRecord(memberId, record)))
      throw fieldError([{ path: 'record', code: 'inquiry.record_unknown' }]);
    if (transaction !== undefined && !(await this.#isOwnDeposit(memberId, transaction)))
      throw fieldError([{ path: 'transaction', code: 'inquiry.record_unknown' }]);
    const at = this.#clock.now();
    const about = { record: record ?? null, transaction: transaction ?? null };
    const row = await this.#repository.add({ member: memberId, type, ...about, createdAt: at });
    return this.#threads.written(
      row,
      await this.#threads.addMessage({ inquiryId: row.id, author: 'member', text, at }),
    );
  }

  /** Newest first; `after` is the last one of the page before. */
  async page(
    memberId: string,
    { after, limit = defaultLimit }: Parsed<'listInquiries'>,
  ): Promise<AnswerOf<'member', 'listInquiries'>> {
    const rows = await this.#repository.pageOf(memberId, after, limit + 1);
    const shown = rows.slice(0, limit);
    return {
      inquiries: shown,
      next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  /** @throws AppError request.not_found */
  async thread(memberId: string, id: string, page: ThreadPage): Promise<Thread> {
    return this.#threads.page(await this.#own(memberId, id), page);
  }

  /** Inside the caller's transaction. @throws AppError request.not_found, inquiry.closed, inquiry.too_many_messages */
  async reply(memberId: string, id: string, text: string): Promise<Written> {
    const inquiry = await this.#own(memberId, id, true);
    await this.#threads.move(inquiry, 'received', 'member');
    const message = { inquiryId: id, author: 'member', text, at: this.#clock.now() } as const;
    return this.#threads.written({ ...inquiry, status: 'received' }, await this.#threads.addMessage(message));
  }

  /** One that is closed stays so. @throws AppError request.not_found */
  async close(memberId: string, id: string): Promise<Written> {
    const inquiry = await this.#own(memberId, id);
    await this.#threads.move(inquiry, 'closed', 'member');
    return this.#threads.written({ ...inquiry, status: 'closed' });
  }

  async #own(memberId: string, id: string, lock?: true): Promise<InquiryRow> {
    const inquiry = await this.#repository.find(id, { memberId, ...(lock && { lock }) });
    if (!inquiry) throw new AppError('request.not_found');
    return inquiry;
  }

  async #isOwnDeposit(memberId: string, transaction: string): Promise<boolean> {
    const rows = await this.#database.rows(
      `SELECT 1 FROM deposit_transfer
        WHERE chain = ANY ($3::text[]) AND transaction = decode($2, 'hex') AND member_id = $1
       UNION ALL SELECT 1 FROM deposit_preview
        WHERE chain = ANY ($3::text[]) AND transaction = decode($2, 'hex') AND member_id = $1 LIMIT 1`,
      [memberId, transaction.slice(-64), `{${depositChains.join()}}`],
    );
    return rows.length > 0;
  }

  /** Whether a journal moved one of the member's accounts. An account may have a great many postings: found by time. */
  async #isOwnRecord(memberId: string, journal: string): Promise<boolean> {
    const rows = await this.#database.rows(
      `SELECT 1 FROM journal j
         CROSS JOIN unnest($2::bigint[]) AS own (account)
         JOIN account a ON a.id = own.account
         JOIN posting p ON p.account = own.account AND p.journal = j.id
          AND p.seq > posting_seq_before(own.account, j.recorded_at)
          AND p.seq <= posting_seq_before(own.account, j.recorded_at + interval '1 microsecond')
        WHERE j.id = $1 LIMIT 1`,
      [journal, memberAccountIds(memberId)],
    );
    return rows.length > 0;
  }
}
