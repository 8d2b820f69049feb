import type { ErrorEntry } from '../../entries.ts';

export const inquiryErrors = {
  'inquiry.closed': { status: 409, title: 'This inquiry is closed' },
  'inquiry.too_many_waiting': {
    status: 409,
    title: 'We haven’t answered {most} of your inquiries yet. Add to one of them, or wait for an answer',
  },
  'inquiry.too_many_messages': {
    status: 409,
    title: 'We haven’t answered {most} of your messages yet. You can write again once we have',
  },
  'inquiry.record_unknown': { status: 422, title: 'This record doesn’t exist' },
  'inquiry.asks_secret': {
    status: 422,
    title: 'An answer must never ask for a code, a password or recovery words. Please rephrase it',
  },
  'inquiry.leads_away': {
    status: 422,
    title: 'Keep members in the app: include no link, no phone number, and no e-mail, chat or chain address',
  },
} as const satisfies Record<string, ErrorEntry>;
