import type { Money } from '@trellis/api-contract';
import { writtenText } from '../../platform/http/csvLines.ts';
import type { Columns } from '../../platform/http/csvTable.ts';
import type { PostingRequest } from './postingRequests.ts';

type MovedRequest = PostingRequest & { readonly amount: Money };

/** Columns of a file of requests: what is of their kind stands between the id and the amount. */
export const requestColumns = <Request extends MovedRequest>(own: Columns<Request>): Columns<Request> => ({
  id: ({ id }) => id,
  ...own,
  unit: ({ amount }) => amount.unit,
  amount: ({ amount }) => amount,
  state: ({ state }) => state,
  requested_by: ({ requestedBy }) => requestedBy,
  requested_at: ({ requestedAt }) => requestedAt,
  reason: ({ reason }) => writtenText(reason),
  expires_at: ({ expiresAt }) => expiresAt,
  approved_by: ({ approvedBy }) => approvedBy,
  posted_at: ({ postedAt }) => postedAt,
});
