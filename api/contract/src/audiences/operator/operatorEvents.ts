import type { eventNames, registryEvent } from '../../events.ts';
import type { OperatorTag } from './endpoint.ts';

export { operatorEventsPath } from '../../events.ts';

/**
 * What changes by itself, and what of the client's cache is then read again: each is an event of the console's stream, which
 * comes at the beginning and again whenever it has changed. The stream ends with the session.
 */
export const operatorTopics = {
  withdrawals: ['Withdrawal'],
  deposits: ['Deposit'],
  inquiries: ['Inquiry'],
  approvals: ['Approval'],
  releases: ['Release'],
  /** Books and payouts. */
  books: ['Freeze'],
  /** What was done; looks are not notified of. */
  audit: ['Audit'],
} as const satisfies Record<
  Exclude<(typeof eventNames)['operator'][number], typeof registryEvent>,
  readonly OperatorTag[]
>;
export type OperatorTopic = keyof typeof operatorTopics;
