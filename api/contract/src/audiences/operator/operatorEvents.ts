import type { OperatorTag } from './endpoints.ts';

/**
 * Server-sent events for the console's open pages: that something changed, never what. Each comes at the beginning of a
 * stream, and again whenever it has changed; the stream ends with the session.
 */
export const operatorEventsPath = '/operator-events';

/** What changes by itself, and what of the client's cache is then read anew. */
export const operatorTopics = {
  withdrawals: ['Withdrawal'],
  deposits: ['Deposit'],
  inquiries: ['Inquiry'],
  approvals: ['Approval'],
  releases: ['Release'],
  /** Books and payouts. */
  books: ['Freeze'],
  /** What was done; looks are not told of. */
  audit: ['Audit'],
} as const satisfies Record<string, readonly OperatorTag[]>;
export type OperatorTopic = keyof typeof operatorTopics;
