import { type Route, route } from '../../platform/http/route.ts';
import type { Inquiries } from './inquiries.ts';

/** A suspended member may ask, too: perhaps about that. */
export function inquiryRoutes({ inquiries }: { readonly inquiries: Inquiries }): Route[] {
  return [
    route('createInquiry', {
      limit: { points: 10, seconds: 3600 },
      handle: async (input, { member }) => ({ status: 201, body: await inquiries.create(member.id, input) }),
    }),
    route('listInquiries', {
      handle: async (query, { member }) => ({ body: await inquiries.page(member.id, query) }),
    }),
    route('getInquiry', {
      handle: async ({ id }, { member }) => ({ body: await inquiries.thread(member.id, id) }),
    }),
    route('replyToInquiry', {
      limit: { points: 30, seconds: 3600 },
      handle: async ({ id, text }, { member }) => ({ status: 201, body: await inquiries.reply(member.id, id, text) }),
    }),
    route('closeInquiry', {
      limit: { points: 30, seconds: 3600 },
      handle: async ({ id }, { member }) => ({ body: await inquiries.close(member.id, id) }),
    }),
  ];
}
