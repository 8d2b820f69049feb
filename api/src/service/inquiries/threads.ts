import type { InquiryStatus, Output } from '@trellis/api-contract';
import { type Mover, mayMove } from '../../governance/lifecycle/lifecycles.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { InquiryRepository, InquiryRow } from './inquiryRepository.ts';

export type Thread = Output<'getInquiry'>;

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

  /** The inquiry with all that was written, oldest first. */
  async present({ id, type, record, status, createdAt }: InquiryRow): Promise<Thread> {
    const messages = await this.#inquiries.messagesOf(id);
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
        at: message.createdAt.toISOString(),
      })),
    };
  }

  async addMessage({ inquiryId, author, operatorId, text, at }: NewMessage): Promise<void> {
    await this.#inquiries.addMessage({ inquiry: inquiryId, author, operator: operatorId ?? null, text, createdAt: at });
  }

  /** Takes it on. @throws AppError inquiry.closed if there is no way from where it stands, at their word */
  async move({ id, status: from }: InquiryRow, to: InquiryStatus, who: Mover): Promise<void> {
    if (!(await mayMove(this.#database, { subject: 'inquiry', from, to, who }))) throw new AppError('inquiry.closed');
    await this.#inquiries.setStatus(id, to);
  }
}
