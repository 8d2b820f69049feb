import { type InputOf, type InquiryStatus, inquiryStatuses } from '@trellis/api-contract';
import type { Tone } from '@trellis/kit';
import type { SearchOf } from '../../frame/listSearch.ts';

/** What the server is asked: for those that wait, the longest wait first, unless something else is searched for. */
export function questionOf({ view = 'waiting', ...search }: SearchOf<'inquiries'>) {
  const status = inquiryStatuses.find((each) => each === view);
  return { ...(view === 'waiting' && { order: 'wait' }), ...(status && { status }), ...search } satisfies InputOf<
    'operator',
    'listMemberInquiries'
  >;
}

export const statusTone = {
  received: 'warning',
  answered: 'positive',
  closed: 'neutral',
} as const satisfies Record<InquiryStatus, Tone>;
