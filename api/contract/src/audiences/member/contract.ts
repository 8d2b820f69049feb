import type { PagedNameOf } from '../calls.ts';
import type { AudienceContract } from '../contract.ts';
import { apiBase, cacheTags, endpoints } from './endpoints.ts';

/** What members' pages speak. */
export const memberContract = {
  audience: 'member',
  base: apiBase,
  endpoints,
  tags: cacheTags,
  // The types leave no trace in the bundle; the compiler holds this list to them.
  paged: {
    listDeposits: true,
    listInquiries: true,
    listNotices: true,
    listRecords: true,
    listWithdrawals: true,
  } satisfies Readonly<Record<PagedNameOf<'member'>, true>>,
} as const satisfies AudienceContract;
