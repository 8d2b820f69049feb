import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const inquiryEndpoints = {
  createInquiry: { method: 'POST', path: '/inquiries', auth: 'member', idempotent: true, tags: ['Inquiry'] },
  listInquiries: { method: 'GET', path: '/inquiries', auth: 'member', paged: true, tags: ['Inquiry'] },
  getInquiry: { method: 'GET', path: '/inquiries/:id', auth: 'member', paged: true, tags: ['Inquiry'] },
  replyToInquiry: {
    method: 'POST',
    path: '/inquiries/:id/messages',
    auth: 'member',
    idempotent: true,
    tags: ['Inquiry'],
  },
  closeInquiry: { method: 'POST', path: '/inquiries/:id/close', auth: 'member', tags: ['Inquiry'] },
} as const satisfies Record<string, MemberEndpoint>;
