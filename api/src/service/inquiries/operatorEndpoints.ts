import { actorOf } from '../../governance/audit/actor.ts';
import { exporting } from '../../governance/audit/exports.ts';
import { endpoint, type OperatorEndpoints, type RateLimit } from '../../platform/http/endpoint.ts';
import type { InquiryService } from './inquiryService.ts';

const changing: RateLimit = { points: 60, seconds: 60 };

export function inquiryOperatorEndpoints(service: InquiryService): OperatorEndpoints {
  return [
    endpoint('operator', 'listMemberInquiries', {
      transaction: 'own',
      async handle({ limit = 50, ...query }, caller) {
        const { entries, next } = await service.list({ ...query, limit }, actorOf(caller));
        return {
          body: {
            inquiries: entries,
            next,
          },
        };
      },
    }),
    endpoint('operator', 'countMemberInquiries', {
      handle: async (filter) => ({ body: await service.count(filter) }),
    }),
    endpoint('operator', 'exportMemberInquiries', {
      limit: exporting,
      transaction: 'own',
      handle: (filter, caller) => service.export(filter, actorOf(caller)),
    }),
    endpoint('operator', 'getMemberInquiry', {
      transaction: 'own',
      handle: async ({ id, ...page }, caller) => ({ body: await service.read(id, page, actorOf(caller)) }),
    }),
    endpoint('operator', 'answerInquiry', {
      limit: changing,
      transaction: 'own',
      handle: async ({ id, text, reason }, caller) => ({
        status: 201,
        body: await service.answer(id, text, { ...actorOf(caller), reason }),
      }),
    }),
    endpoint('operator', 'closeMemberInquiry', {
      limit: changing,
      transaction: 'own',
      handle: async ({ id, reason }, caller) => ({ body: await service.close(id, { ...actorOf(caller), reason }) }),
    }),
  ];
}
