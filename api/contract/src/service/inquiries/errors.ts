import type { ErrorEntry } from '../../entries.ts';

export const inquiryErrors = {
  'inquiry.closed': { status: 409, title: 'This inquiry is closed' },
  'inquiry.too_many_waiting': {
    status: 409,
    title: 'We have {most} inquiries of yours to answer. Please add to one of them',
  },
  'inquiry.too_many_messages': {
    status: 409,
    title: 'We have {most} messages of yours to answer. You can write again once we have',
  },
  'inquiry.record_unknown': { status: 422, title: 'This record doesn’t exist' },
  'inquiry.asks_secret': { status: 422, title: 'An answer never asks for a code, a password or recovery words' },
  'inquiry.leads_away': {
    status: 422,
    title: 'Members stay in the app: name no link, no phone number, and no address of e-mail, chat or a chain',
  },
} as const satisfies Record<string, ErrorEntry>;
