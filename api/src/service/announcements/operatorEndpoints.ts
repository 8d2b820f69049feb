import { actorOf } from '../../governance/audit/actor.ts';
import { AppError } from '../../ground/errors.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import type { Announcements } from './announcements.ts';

/** What members are shown: asked for, approved by another, recalled. */
export function announcementOperatorEndpoints(announcements: Announcements): OperatorEndpoints {
  const one = async (id: string) => {
    const announcement = (await announcements.list()).find((each) => each.id === id);
    if (!announcement) throw new AppError('request.not_found');
    return announcement;
  };
  return [
    endpoint('operator', 'listMemberAnnouncements', {
      handle: async () => ({ body: { announcements: await announcements.list() } }),
    }),
    endpoint('operator', 'countAudience', {
      handle: async ({ country, feature }) => ({ body: { members: await announcements.reach({ country, feature }) } }),
    }),
    endpoint('operator', 'askAnnouncement', {
      transaction: 'own',
      async handle({ texts, country, feature, from, until, reason }, caller) {
        const wanted = { texts, country, feature, from: new Date(from), until: new Date(until) };
        const id = await announcements.ask(wanted, { ...actorOf(caller), reason });
        return { status: 202, body: await one(id) };
      },
    }),
    endpoint('operator', 'recallAnnouncement', {
      transaction: 'own',
      needsCode: () => announcements.wasRecalled(),
      async handle({ id, reason }, caller) {
        await announcements.recall(id, { ...actorOf(caller), reason });
        return { body: await one(id) };
      },
    }),
  ];
}
