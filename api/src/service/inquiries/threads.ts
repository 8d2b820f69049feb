import type { InquiryStatus, Parsed } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { type Mover, mayMove } from '../../governance/lifecycle/lifecycles.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { InquiryRepository, InquiryRow, MessageRow } from './inquiryRepository.ts';

export type Thread = AnswerOf<'member', 'getInquiry'>;
/** What was done to an inquiry, with no more of it than that: it may be long, and answers are kept. */
export type Written = AnswerOf<'member', 'replyToInquiry'>;
export type ThreadPage = Pick<Parsed<'getInquiry'>, 'after' | 'limit'>;

const defaultLimit = 20;

export interface NewMessage {
  readonly inquiryId: string;
  readonly author: 'member' | 'operator';
  /** The operator's id, if they answered by the API. */
  readonly operatorId?: string | undefined;
  readonly text: string;
  readonly at: Date;
}

/** What members and those who answer them do alike with an inquiry. */
export class Threads {
  readonly #database: Database;
  readonly #inquiries: InquiryRepository;

  constructor(database: Database, inquiries: InquiryRepository) {
    this.#database = database;
    this.#inquiries = inquiries;
  }

  /** The inquiry with what was written last, or before the message `after`: oldest first. */
  async page(inquiry: InquiryRow, { after, limit = defaultLimit }: ThreadPage): Promise<Thread> {
    const rows = await this.#inquiries.messagesOf(inquiry.id, after, limit + 1);
    const shown = rows.slice(0, limit);
    return {
      ...factsOf(inquiry),
      messages: shown.map(presentMessage).reverse(),
      next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  /** The inquiry with nothing but what was written just now. */
  written(inquiry: InquiryRow, ...messages: MessageRow[]): Written {
    return { ...factsOf(inquiry), messages: messages.map(presentMessage) };
  }

  addMessage({ inquiryId, author, operatorId, text, at }: NewMessage): Promise<MessageRow> {
    return this.#inquiries.addMessage({
      inquiry: inquiryId,
      author,
      operator: operatorId ?? null,
      text,
      createdAt: at,
    });
  }

  /** Takes it on. @throws AppError inquiry.closed if there is no way from where it stands, at their word */
  async move({ id, status: from }: InquiryRow, to: InquiryStatus, who: Mover): Promise<void> {
    if (!(await mayMove(this.#database, { subject: 'inquiry', from, to, who }))) throw new AppError('inquiry.closed');
    await this.#inquiries.setStatus(id, to);
  }
}

const factsOf = ({ id, type, record, transaction, status, createdAt }: InquiryRow) => ({
  id,
  type,
  record,
  transaction,
  status,
  createdAt,
});

const presentMessage = ({ id, author, text, createdAt }: MessageRow): Thread['messages'][number] => ({
  id,
  author,
  text,
  at: createdAt,
});
