import { endpoint, type MemberEndpoints } from '../../platform/http/endpoint.ts';
import type { Announcements } from './announcements.ts';

/** What members are told of all of them, or of those of their country. */
export function announcementEndpoints(announcements: Announcements): MemberEndpoints {
  return [
    endpoint('member', 'listAnnouncements', {
      async handle(_input, { member }) {
        const shown = await announcements.ofMember(member.id);
        return {
          body: {
            announcements: shown.map(({ from, until, ...of }) => ({
              ...of,
              from: from.toISOString(),
              until: until.toISOString(),
            })),
          },
        };
      },
    }),
  ];
}
