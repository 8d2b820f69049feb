import { z } from 'zod';
import { file } from '../../../products/statements/schemas.ts';
import { language, opaqueId, pageLimit, time, username } from '../../../schemas/fields.ts';
import { exportCount, freshCode, reason } from '../../../schemas/operatorFields.ts';
import { inquiryStatuses, inquiryTypes } from '../inquiries.ts';
import { inquiryFacts, inquirySchemas, inquiryText, threadPage } from '../schemas.ts';

/** Whose it is, and in which language they read an answer. */
const asker = { username: z.string(), language };
const memberInquiry = z.strictObject({ ...inquirySchemas.getInquiry.response.shape, ...asker });
const writtenInquiry = z.strictObject({ ...inquirySchemas.replyToInquiry.response.shape, ...asker });
const ofInquiry = z.strictObject({ id: opaqueId });

const filter = {
  status: z.enum(inquiryStatuses).optional(),
  type: z.enum(inquiryTypes).optional(),
  username: username.optional(),
  /** wait: of those that are received alone. */
  order: z.enum(['newest', 'wait']).optional(),
};

/** What members ask, from the side of those who answer. */
export const inquiryOperatorSchemas = {
  listMemberInquiries: {
    summary: 'What members ask, newest first, or those that wait for an answer, the longest wait first',
    query: z.strictObject({
      ...filter,
      after: opaqueId.optional(),
      limit: pageLimit.optional(),
    }),
    response: z.strictObject({
      inquiries: z.array(
        z.strictObject({
          ...inquiryFacts,
          ...asker,
          /** The first line of what was asked, at most sixty characters of it; e-mail addresses and long numbers in it are masked. */
          beginning: z.string(),
          lastAt: time,
          /** Since when what the member wrote has no answer; `null` unless it is received. */
          waitingSince: time.nullable(),
        }),
      ),
      next: opaqueId.nullable(),
    }),
  },
  countMemberInquiries: {
    summary: 'How many inquiries fit, as far as one file holds them',
    query: z.strictObject(filter),
    response: exportCount,
  },
  exportMemberInquiries: {
    summary: 'What members ask as CSV, with the same filters and without a word of it; it stands in the audit log',
    query: z.strictObject(filter),
    response: file,
  },
  getMemberInquiry: {
    summary: 'One inquiry, with what was written last, and before that page by page',
    params: ofInquiry,
    query: z.strictObject(threadPage),
    response: memberInquiry,
  },
  answerInquiry: {
    summary: 'Answer an inquiry; the member gets a notification',
    params: ofInquiry,
    body: z.strictObject({ text: inquiryText, reason, code: freshCode }),
    response: writtenInquiry,
  },
  closeMemberInquiry: {
    summary: 'Close an inquiry',
    params: ofInquiry,
    body: z.strictObject({ reason, code: freshCode }),
    response: writtenInquiry,
  },
};
