import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const noticeEndpoints = {
  listNotices: { method: 'GET', path: '/notices', auth: 'member', paged: true, tags: ['Notice'] },
  countUnreadNotices: { method: 'GET', path: '/notices/unread', auth: 'member', tags: ['Notice'] },
  getNotice: { method: 'GET', path: '/notices/:id', auth: 'member' },
  readNotice: { method: 'POST', path: '/notices/:id/read', auth: 'member', tags: ['Notice'] },
  readNotices: { method: 'POST', path: '/notices/read', auth: 'member', tags: ['Notice'] },
} as const satisfies Record<string, MemberEndpoint>;
