import { costlyReads, endpoint, type MemberEndpoints } from '../../platform/http/endpoint.ts';
import type { Inquiries } from './inquiries.ts';

/** A suspended member may ask, too: perhaps about that. */
export function inquiryEndpoints({ inquiries }: { readonly inquiries: Inquiries }): MemberEndpoints {
  return [
    endpoint('member', 'createInquiry', {
      limit: { points: 10, seconds: 3600 },
      transaction: 'call',
      handle: async (input, { member }) => ({ status: 201, body: await inquiries.create(member.id, input) }),
    }),
    endpoint('member', 'listInquiries', {
      limit: costlyReads,
      handle: async (query, { member }) => ({ body: await inquiries.page(member.id, query) }),
    }),
    endpoint('member', 'getInquiry', {
      limit: costlyReads,
      handle: async ({ id, ...page }, { member }) => ({ body: await inquiries.thread(member.id, id, page) }),
    }),
    endpoint('member', 'replyToInquiry', {
      limit: { points: 30, seconds: 3600 },
      transaction: 'call',
      handle: async ({ id, text }, { member }) => ({ status: 201, body: await inquiries.reply(member.id, id, text) }),
    }),
    endpoint('member', 'closeInquiry', {
      limit: { points: 30, seconds: 3600 },
      transaction: 'none',
      handle: async ({ id }, { member }) => ({ body: await inquiries.close(member.id, id) }),
    }),
  ];
}
