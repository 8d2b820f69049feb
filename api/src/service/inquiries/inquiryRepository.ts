import type { InquiryStatus, InquiryType } from '@trellis/api-contract';
import type { Database } from '../../platform/db/database.ts';
import { column, type RowOf, type TableModel, table, updateOne } from '../../platform/db/table.ts';

const inquiryTable = table('inquiry', {
  id: column.identity,
  member: column.bigint,
  type: column.choice<InquiryType>(),
  record: column.orNull(column.text),
  status: column.choice<InquiryStatus>(),
  createdAt: column.moment,
});
/** An inquiry as it is stored, without its messages. */
export type InquiryRow = RowOf<typeof inquiryTable>;

const messageTable = table('inquiry_message', {
  id: column.identity,
  inquiry: column.bigint,
  author: column.choice<'member' | 'operator'>(),
  operator: column.orNull(column.bigint),
  text: column.text,
  createdAt: column.moment,
});
export type MessageRow = RowOf<typeof messageTable>;

/** An inquiry in its member's list. */
export interface OwnInquiry {
  readonly id: string;
  readonly type: InquiryType;
  readonly status: InquiryStatus;
  readonly createdAt: Date;
  /** The first characters of what was asked. */
  readonly beginning: string;
  readonly lastAt: Date;
}

/** An inquiry in the list of operators. */
export interface InquiryEntry {
  readonly id: string;
  readonly username: string;
  readonly type: InquiryType;
  readonly status: InquiryStatus;
  readonly createdAt: Date;
  readonly lastAt: Date;
}

export interface InquiryQuery {
  readonly status?: InquiryStatus | undefined;
  /** Only older ones. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** When something was written last. */
const last = `CROSS JOIN LATERAL (
  SELECT created_at FROM inquiry_message WHERE inquiry = i.id ORDER BY id DESC LIMIT 1) AS last`;

/** Reads and writes of `inquiry` and its messages, for members and for those who answer them. */
export class InquiryRepository {
  readonly #database: Database;
  readonly #inquiries: TableModel<InquiryRow>;
  readonly #messages: TableModel<MessageRow>;

  constructor(database: Database) {
    this.#database = database;
    this.#inquiries = database.model(inquiryTable);
    this.#messages = database.model(messageTable);
  }

  /**
   * @param memberId only if it is this member's
   * @param lock until the end of the transaction: two who write at once come one after the other
   */
  async find(id: string, { memberId, lock }: { memberId?: string; lock?: true } = {}): Promise<InquiryRow | undefined> {
    const row = await this.#inquiries.findOne({
      where: memberId === undefined ? { id } : { id, member: memberId },
      ...(lock && { lock }),
    });
    return row?.get({ plain: true });
  }

  /** A member's own, newest first. @param before only older ones */
  pageOf(memberId: string, before: string | undefined, limit: number): Promise<OwnInquiry[]> {
    return this.#database.rows(
      `SELECT i.id, i.type, i.status, i.created_at AS "createdAt", left(first.text, 120) AS beginning,
              last.created_at AS "lastAt"
         FROM inquiry i
         CROSS JOIN LATERAL (SELECT text FROM inquiry_message WHERE inquiry = i.id ORDER BY id LIMIT 1) AS first
         ${last}
        WHERE i.member = $1 AND ($2::bigint IS NULL OR i.id < $2::bigint) ORDER BY i.id DESC LIMIT $3`,
      [memberId, before ?? null, limit],
    );
  }

  /** Everybody's, newest first. */
  list({ status, before, limit }: InquiryQuery): Promise<InquiryEntry[]> {
    return this.#database.rows(
      `SELECT i.id, m.username, i.type, i.status, i.created_at AS "createdAt", last.created_at AS "lastAt"
         FROM inquiry i JOIN member m ON m.id = i.member
         ${last}
        WHERE ($1::text IS NULL OR i.status = $1) AND ($2::bigint IS NULL OR i.id < $2::bigint)
        ORDER BY i.id DESC LIMIT $3`,
      [status ?? null, before ?? null, limit],
    );
  }

  /** All that was written, oldest first. */
  async messagesOf(inquiry: string): Promise<MessageRow[]> {
    const rows = await this.#messages.findAll({ where: { inquiry }, order: ['id'] });
    return rows.map((row) => row.get({ plain: true }));
  }

  async add(inquiry: Omit<InquiryRow, 'id' | 'status'>): Promise<InquiryRow> {
    const row = await this.#inquiries.create(inquiry);
    return row.get({ plain: true });
  }

  async addMessage(message: Omit<MessageRow, 'id'>): Promise<void> {
    await this.#messages.create(message);
  }

  async setStatus(id: string, status: InquiryStatus): Promise<void> {
    await updateOne(this.#inquiries, { status }, { id });
  }
}
