import type { OperatorCaller, OpsCaller } from '../../platform/http/caller.ts';
import { opsRoute } from '../../platform/http/opsRoute.ts';
import type { RateLimit, Route } from '../../platform/http/route.ts';
import type { DeskActor, InquiryDesk } from './inquiryDesk.ts';

const reading: RateLimit = { points: 120, seconds: 60 };
const changing: RateLimit = { points: 60, seconds: 60 };

export function inquiryOpsRoutes(desk: InquiryDesk): Route<OpsCaller>[] {
  return [
    opsRoute('listMemberInquiries', {
      limit: reading,
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
    opsRoute('getMemberInquiry', {
      limit: reading,
      handle: async ({ id }, caller) => ({ body: await desk.read(id, actorOf(caller)) }),
    }),
    opsRoute('answerInquiry', {
      limit: changing,
      handle: async ({ id, text, reason }, caller) => ({
        status: 201,
        body: await desk.answer(id, text, { ...actorOf(caller), reason }),
      }),
    }),
    opsRoute('closeMemberInquiry', {
      limit: changing,
      handle: async ({ id, reason }, caller) => ({ body: await desk.close(id, { ...actorOf(caller), reason }) }),
    }),
  ];
}

const actorOf = ({ operator, requestId }: OperatorCaller): DeskActor => ({
  actor: `operator:${operator.name}`,
  operatorId: operator.id,
  requestId,
});
