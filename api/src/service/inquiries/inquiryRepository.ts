import {
  type InquiryStatus,
  type InquiryType,
  type Language,
  mostUnansweredMessages,
  mostWaitingInquiries,
} from '@trellis/api-contract';
import { countExported } from '../../governance/audit/exports.ts';
import { AppError } from '../../ground/errors.ts';
import { type Database, sqlState } from '../../platform/db/database.ts';
import { column, type RowOf, type TableModel, table, updateOne } from '../../platform/db/table.ts';
import { beginningOf } from './beginning.ts';

const inquiryTable = table('inquiry', {
  id: column.identity,
  member: column.bigint,
  type: column.choice<InquiryType>(),
  record: column.orNull(column.text),
  transaction: column.orNull(column.text),
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
  readonly language: Language;
  readonly type: InquiryType;
  readonly status: InquiryStatus;
  readonly createdAt: Date;
  /** How what was asked begins, masked. */
  readonly beginning: string;
  readonly lastAt: Date;
  /** Since when what the member wrote has no answer; `null` unless it is received. */
  readonly waitingSince: Date | null;
}

/** What a list is narrowed to, and its order. */
export interface InquiryFilter {
  readonly status?: InquiryStatus | undefined;
  readonly type?: InquiryType | undefined;
  readonly username?: string | undefined;
  /** wait: of those that are received alone, the longest wait first. */
  readonly order?: 'newest' | 'wait' | undefined;
}

export interface InquiryQuery extends InquiryFilter {
  /** What the page before said. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface InquiryPage {
  readonly entries: readonly InquiryEntry[];
  /** What the page after this one is asked with; `null` at the end. */
  readonly next: string | null;
}

/** What was asked, as far as it is looked at for its beginning. */
const first = `CROSS JOIN LATERAL (
  SELECT left(text, 400) AS text FROM inquiry_message WHERE inquiry = i.id ORDER BY id LIMIT 1) AS first`;

/** When something was written last. */
const last = `CROSS JOIN LATERAL (
  SELECT created_at FROM inquiry_message WHERE inquiry = i.id ORDER BY id DESC LIMIT 1) AS last`;

/** The first of what its member wrote since the last answer: it waits since then. */
const waiting = `LEFT JOIN LATERAL (
  SELECT w.id, w.created_at FROM inquiry_message w
   WHERE i.status = 'received' AND w.inquiry = i.id AND w.author = 'member'
     AND w.id > coalesce((SELECT max(id) FROM inquiry_message WHERE inquiry = i.id AND author = 'operator'), 0)
   ORDER BY w.id LIMIT 1) AS waiting ON true`;

/**
 * By what a list goes on after its last row. A wait goes by the message that waits: it stays where it is in the order
 * whatever is answered meanwhile.
 */
const orders = {
  newest: { mark: 'i.id', following: '($4::bigint IS NULL OR i.id < $4::bigint)', by: 'i.id DESC' },
  wait: {
    mark: 'waiting.id',
    following: 'waiting.id IS NOT NULL AND ($4::bigint IS NULL OR waiting.id > $4::bigint)',
    by: 'waiting.id',
  },
} as const;

/** What a list is narrowed to: `valuesOf` are $1 to $3. */
const narrowed = `($1::text IS NULL OR i.status = $1) AND ($2::text IS NULL OR i.type = $2)
          AND ($3::text IS NULL OR m.username_key = lower($3))`;

const valuesOf = ({ status, type, username, order }: InquiryFilter) => [
  order === 'wait' ? 'received' : (status ?? null),
  type ?? null,
  username ?? null,
];

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
         ${first}
         ${last}
        WHERE i.member = $1 AND ($2::bigint IS NULL OR i.id < $2::bigint) ORDER BY i.id DESC LIMIT $3`,
      [memberId, before ?? null, limit],
    );
  }

  /** Everybody's, in the order that is asked for. */
  async list({ after, limit, ...filter }: InquiryQuery): Promise<InquiryPage> {
    const { mark, following, by } = orders[filter.order ?? 'newest'];
    const rows = await this.#database.rows<InquiryEntry & { readonly mark: string }>(
      `SELECT i.id, m.username, m.language, i.type, i.status, i.created_at AS "createdAt", first.text AS beginning,
              last.created_at AS "lastAt", waiting.created_at AS "waitingSince", ${mark} AS mark
         FROM inquiry i JOIN member m ON m.id = i.member
         ${first}
         ${last}
         ${waiting}
        WHERE ${narrowed} AND ${following}
        ORDER BY ${by} LIMIT $5`,
      [...valuesOf(filter), after ?? null, limit + 1],
    );
    const shown = rows.slice(0, limit);
    return {
      entries: shown.map(({ mark: _, ...entry }) => ({ ...entry, beginning: beginningOf(entry.beginning) })),
      next: rows.length > limit ? (shown.at(-1)?.mark ?? null) : null,
    };
  }

  /** How many a list has, as far as one file holds them. */
  count(filter: InquiryFilter): Promise<{ rows: number; more: boolean }> {
    const { following } = orders[filter.order ?? 'newest'];
    const listed = `SELECT 1 FROM inquiry i JOIN member m ON m.id = i.member ${waiting} WHERE ${narrowed} AND ${following}`;
    return countExported(this.#database, listed, [...valuesOf(filter), null]);
  }

  /** What was written last, the latest first. @param before only what is older than this message */
  messagesOf(inquiry: string, before: string | undefined, limit: number): Promise<MessageRow[]> {
    return this.#database.rows(
      `SELECT id, inquiry, author, operator, text, created_at AS "createdAt" FROM inquiry_message
        WHERE inquiry = $1 AND ($2::bigint IS NULL OR id < $2::bigint) ORDER BY id DESC LIMIT $3`,
      [inquiry, before ?? null, limit],
    );
  }

  /** @throws AppError inquiry.too_many_waiting */
  async add(inquiry: Omit<InquiryRow, 'id' | 'status'>): Promise<InquiryRow> {
    const row = await this.#inquiries.create(inquiry).catch(throwBound);
    return row.get({ plain: true });
  }

  /** @throws AppError inquiry.too_many_messages */
  async addMessage(message: Omit<MessageRow, 'id'>): Promise<MessageRow> {
    const row = await this.#messages.create(message).catch(throwBound);
    return row.get({ plain: true });
  }

  async setStatus(id: string, status: InquiryStatus): Promise<void> {
    await updateOne(this.#inquiries, { status }, { id });
  }
}

/** What the bounds of the database refuse (`service/support/support.sql`). */
function throwBound(cause: unknown): never {
  switch (sqlState(cause)) {
    case 'TI001':
      throw new AppError('inquiry.too_many_waiting', { params: { most: mostWaitingInquiries }, cause });
    case 'TI002':
      throw new AppError('inquiry.too_many_messages', { params: { most: mostUnansweredMessages }, cause });
    default:
      throw cause;
  }
}
