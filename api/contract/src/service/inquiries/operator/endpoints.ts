import type { OperatorEndpoint } from '../../../audiences/operator/endpoint.ts';

export const inquiryOperatorEndpoints = {
  listMemberInquiries: { method: 'GET', path: '/inquiries', auth: 'support', paged: true, tags: ['Inquiry'] },
  countMemberInquiries: { method: 'GET', path: '/inquiries.csv/count', auth: 'support', tags: ['Inquiry'] },
  exportMemberInquiries: { method: 'GET', path: '/inquiries.csv', auth: 'support', byCommand: false, file: 'text/csv' },
  getMemberInquiry: { method: 'GET', path: '/inquiries/:id', auth: 'support', paged: true, tags: ['Inquiry'] },
  answerInquiry: {
    method: 'POST',
    path: '/inquiries/:id/messages',
    auth: 'support',
    // An honest answer takes two minutes; what comes faster for an hour shows that somebody is there.
    freshCode: { beyond: 30 },
    tags: ['Inquiry'],
  },
  closeMemberInquiry: {
    method: 'POST',
    path: '/inquiries/:id/close',
    auth: 'support',
    freshCode: { beyond: 30 },
    tags: ['Inquiry'],
  },
} as const satisfies Record<string, OperatorEndpoint>;
