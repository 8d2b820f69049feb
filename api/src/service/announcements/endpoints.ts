import { endpoint, type MemberEndpoints, reads } from '../../platform/http/endpoint.ts';
import type { Announcements } from './announcements.ts';

/** What members are shown: all of them, those of their country, or those who use a feature as they do. */
export function announcementEndpoints(announcements: Announcements): MemberEndpoints {
  return [
    endpoint('member', 'listAnnouncements', {
      limit: reads,
      async handle(_input, { member }) {
        const shown = await announcements.ofMember(member.id);
        return {
          body: {
            announcements: shown,
          },
        };
      },
    }),
  ];
}
