import type { OperatorCaller } from '../../platform/http/caller.ts';
import { endpoint, type OperatorEndpoints, type RateLimit } from '../../platform/http/endpoint.ts';
import type { DeskActor, InquiryDesk } from './inquiryDesk.ts';

const reading: RateLimit = { points: 120, seconds: 60 };
const changing: RateLimit = { points: 60, seconds: 60 };

export function inquiryOperatorEndpoints(desk: InquiryDesk): OperatorEndpoints {
  return [
    endpoint('operator', 'listMemberInquiries', {
      limit: reading,
      transaction: 'own',
      async handle({ status, before, limit = 50 }, caller) {
        const entries = await desk.list({ status, before, limit }, actorOf(caller));
        return {
          body: {
            inquiries: entries.map(({ createdAt, lastAt, ...entry }) => ({
              ...entry,
              createdAt: createdAt.toISOString(),
              lastAt: lastAt.toISOString(),
            })),
          },
        };
      },
    }),
    endpoint('operator', 'getMemberInquiry', {
      limit: reading,
      transaction: 'own',
      handle: async ({ id }, caller) => ({ body: await desk.read(id, actorOf(caller)) }),
    }),
    endpoint('operator', 'answerInquiry', {
      limit: changing,
      transaction: 'own',
      handle: async ({ id, text, reason }, caller) => ({
        status: 201,
        body: await desk.answer(id, text, { ...actorOf(caller), reason }),
      }),
    }),
    endpoint('operator', 'closeMemberInquiry', {
      limit: changing,
      transaction: 'own',
      handle: async ({ id, reason }, caller) => ({ body: await desk.close(id, { ...actorOf(caller), reason }) }),
    }),
  ];
}

const actorOf = ({ operator, requestId }: OperatorCaller): DeskActor => ({
  actor: `operator:${operator.name}`,
  operatorId: operator.id,
  requestId,
});
