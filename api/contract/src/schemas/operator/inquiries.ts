import { z } from 'zod';
import { inquiryStatuses } from '../../inquiries.ts';
import { opaqueId, pageLimit, time } from '../fields.ts';
import { inquiryFacts, inquirySchemas, inquiryText } from '../inquiries.ts';
import { reason } from './fields.ts';

const memberInquiry = z.strictObject({ ...inquirySchemas.getInquiry.response.shape, username: z.string() });
const ofInquiry = z.strictObject({ id: opaqueId });

/** What members ask, from the side of those who answer. */
export const inquiryOperatorSchemas = {
  listMemberInquiries: {
    summary: 'What members ask, newest first',
    query: z.strictObject({
      status: z.enum(inquiryStatuses).optional(),
      before: opaqueId.optional(),
      limit: pageLimit.optional(),
    }),
    response: z.strictObject({
      inquiries: z.array(z.strictObject({ ...inquiryFacts, username: z.string(), lastAt: time })),
    }),
  },
  getMemberInquiry: { summary: 'One inquiry, with all that was written', params: ofInquiry, response: memberInquiry },
  answerInquiry: {
    summary: 'Answer an inquiry; the member is told by a notice',
    params: ofInquiry,
    body: z.strictObject({ text: inquiryText, reason }),
    response: memberInquiry,
  },
  closeMemberInquiry: {
    summary: 'Close an inquiry',
    params: ofInquiry,
    body: z.strictObject({ reason }),
    response: memberInquiry,
  },
};
