import type { InquiryStatus, InquiryType, Output } from '@trellis/api-contract';
import { type Mover, mayMove } from '../../governance/lifecycle/lifecycles.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';

/** An inquiry as it is stored, without its messages. */
export interface InquiryRow {
  readonly id: string;
  readonly member: string;
  readonly type: InquiryType;
  readonly record: string | null;
  readonly status: InquiryStatus;
  readonly created_at: Date;
}

interface MessageRow {
  readonly id: string;
  readonly author: 'member' | 'operator';
  readonly text: string;
  readonly created_at: Date;
}

export type Thread = Output<'getInquiry'>;

export interface NewMessage {
  readonly inquiryId: string;
  readonly author: 'member' | 'operator';
  /** The operator's id, if they answered by the API. */
  readonly operatorId?: string | undefined;
  readonly text: string;
  readonly at: Date;
}

/** Reads and writes of `inquiry` and its messages, for members and for those who answer them. */
export class Threads {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * @param memberId only if it is this member's
   * @param lock until the end of the transaction: two who write at once come one after the other
   */
  async find(id: string, { memberId, lock }: { memberId?: string; lock?: true } = {}): Promise<InquiryRow | undefined> {
    const row = await this.#database.one<InquiryRow>(
      `SELECT id, member, type, record, status, created_at FROM inquiry
        WHERE id = $1 AND ($2::bigint IS NULL OR member = $2::bigint) ${lock ? 'FOR UPDATE' : ''}`,
      [id, memberId ?? null],
    );
    return row;
  }

  /** The inquiry with all that was written, oldest first. */
  async present({ id, type, record, status, created_at: createdAt }: InquiryRow): Promise<Thread> {
    const messages = await this.#database.rows<MessageRow>(
      'SELECT id, author, text, created_at FROM inquiry_message WHERE inquiry = $1 ORDER BY id',
      [id],
    );
    return {
      id,
      type,
      record,
      status,
      createdAt: createdAt.toISOString(),
      messages: messages.map((message) => ({
        id: message.id,
        author: message.author,
        text: message.text,
        at: message.created_at.toISOString(),
      })),
    };
  }

  async addMessage({ inquiryId, author, operatorId, text, at }: NewMessage): Promise<void> {
    await this.#database.change(
      'INSERT INTO inquiry_message (inquiry, author, operator, text, created_at) VALUES ($1, $2, $3, $4, $5)',
      [inquiryId, author, operatorId ?? null, text, at],
      { rows: 1 },
    );
  }

  /** Takes it on. @throws AppError inquiry.closed if there is no way from where it stands, at their word */
  async move({ id, status: from }: InquiryRow, to: InquiryStatus, who: Mover): Promise<void> {
    if (!(await mayMove(this.#database, { subject: 'inquiry', from, to, who }))) throw new AppError('inquiry.closed');
    await this.#database.change('UPDATE inquiry SET status = $2 WHERE id = $1', [id, to], { rows: 1 });
  }
}
