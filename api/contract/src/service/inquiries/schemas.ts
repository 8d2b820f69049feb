import { z } from 'zod';
import type { ErrorCode } from '../../errors/errorCatalogue.ts';
import { idempotencyKey, opaqueId, pageLimit, time } from '../../schemas/fields.ts';
import { inquiryStatuses, inquiryTypes, longestInquiryText } from './inquiries.ts';

const required: ErrorCode = 'field.required';
const format: ErrorCode = 'field.format';

/** One message: something to read, in lines, without what would steer a terminal. */
export const inquiryText = z
  .string()
  .max(longestInquiryText)
  .regex(/\S/, { error: required })
  .refine((value) => !/[^\P{Cc}\t\n\r]/u.test(value), { error: format });

/** What a list shows of an inquiry. */
export const inquiryFacts = {
  id: opaqueId,
  type: z.enum(inquiryTypes),
  status: z.enum(inquiryStatuses),
  createdAt: time,
};

const message = z
  .strictObject({ id: opaqueId, author: z.enum(['member', 'operator']), text: z.string(), at: time })
  .meta({ id: 'InquiryMessage' });

const about = {
  ...inquiryFacts,
  /** Reference of the record that it is about. */
  record: z.string().nullable(),
  /** Of the deposit that it is about, as `listDeposits` names it: what was not credited has no record. */
  transaction: z.string().nullable(),
};

const thread = z
  .strictObject({
    ...about,
    /** The latest, or those before: oldest first. `next` leads to older ones. */
    messages: z.array(message),
    next: opaqueId.nullable(),
  })
  .meta({ id: 'Inquiry' });
/** What was done to an inquiry, and what was written with that. */
const written = z.strictObject({ ...about, messages: z.array(message).max(1) }).meta({ id: 'WrittenInquiry' });
const ofInquiry = z.strictObject({ id: opaqueId });
/** How the messages of an inquiry are read. */
export const threadPage = { after: opaqueId.optional(), limit: pageLimit.optional() };

export const inquirySchemas = {
  createInquiry: {
    summary: 'Ask the support something',
    body: z.strictObject({
      type: z.enum(inquiryTypes),
      record: idempotencyKey.optional(),
      /** Of a deposit of mine, as `listDeposits` names it. */
      transaction: z
        .string()
        .regex(/^(?:0x)?[0-9a-f]{64}$/, { error: format })
        .optional(),
      text: inquiryText,
    }),
    response: written,
  },
  listInquiries: {
    summary: 'My inquiries, newest first',
    query: z.strictObject({ after: opaqueId.optional(), limit: pageLimit.optional() }),
    response: z.strictObject({
      /** `beginning`: of the first message. `lastAt`: when the latest was written. */
      inquiries: z.array(z.strictObject({ ...inquiryFacts, beginning: z.string(), lastAt: time })),
      next: opaqueId.nullable(),
    }),
  },
  getInquiry: {
    summary: 'One inquiry of mine, with what was written last, and before that page by page',
    params: ofInquiry,
    query: z.strictObject(threadPage),
    response: thread,
  },
  replyToInquiry: {
    summary: 'Write more to an inquiry of mine',
    params: ofInquiry,
    body: z.strictObject({ text: inquiryText }),
    response: written,
  },
  closeInquiry: { summary: 'Close an inquiry of mine', params: ofInquiry, response: written },
};
