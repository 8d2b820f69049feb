import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const announcementEndpoints = {
  listAnnouncements: { method: 'GET', path: '/announcements', auth: 'member', tags: ['Notice'] },
} as const satisfies Record<string, MemberEndpoint>;
