import type { InputOf } from '@trellis/api-contract';
import { type InquiryType, inquiryStatuses, inquiryTypes } from '@trellis/api-contract';

/** What of the inbox is shown: those that wait, the longest wait first, unless something else is asked for. */
export const inboxViews = ['waiting', 'answered', 'closed', 'all'] as const;
export type InboxView = (typeof inboxViews)[number];

export interface InboxFilter {
  readonly view: InboxView;
  readonly type: InquiryType | '';
  readonly username: string;
}

/** The filter that an address says; what it says wrongly is as good as not said. */
export function filterOf(address: URLSearchParams): InboxFilter {
  const [view, type] = [address.get('view'), address.get('type')];
  return {
    view: inboxViews.find((each) => each === view) ?? 'waiting',
    type: inquiryTypes.find((each) => each === type) ?? '',
    username: address.get('username') ?? '',
  };
}

/** The address of a filter, without what goes without saying. */
export function addressOf({ view, type, username }: InboxFilter): URLSearchParams {
  return new URLSearchParams({
    ...(view !== 'waiting' && { view }),
    ...(type !== '' && { type }),
    ...(username !== '' && { username }),
  });
}

/** What the server is asked. */
export function questionOf({ view, type, username }: InboxFilter) {
  const status = inquiryStatuses.find((each) => each === view);
  return {
    ...(view === 'waiting' && { order: 'wait' }),
    ...(status && { status }),
    ...(type !== '' && { type }),
    ...(username !== '' && { username }),
  } satisfies InputOf<'operator', 'listMemberInquiries'>;
}
