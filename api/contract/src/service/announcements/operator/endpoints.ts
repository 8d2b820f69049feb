import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const announcementOperatorEndpoints = {
  listMemberAnnouncements: { method: 'GET', path: '/announcements', auth: 'notices', tags: ['Announcement'] },
  countAudience: { method: 'GET', path: '/announcements/audience', auth: 'notices' },
  askAnnouncement: {
    method: 'POST',
    path: '/announcements',
    auth: 'support',
    byCommand: false,
    freshCode: true,
    tags: ['Announcement', 'Approval'],
  },
  recallAnnouncement: {
    method: 'POST',
    path: '/announcements/:id/recall',
    auth: 'support',
    // For a day after another was recalled.
    freshCode: 'decided',
    tags: ['Announcement'],
  },
} as const satisfies Record<string, OperatorEndpoint>;
