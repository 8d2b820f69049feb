import type { ErrorEntry } from '../../entries.ts';

export const exchangeErrors = {
  'exchange.quote_expired': { status: 409, title: 'This rate has expired. Get a new rate', stored: true },
  'rate.unavailable': { status: 503, title: 'No rate is available right now. Try again later' },
  'rate.resting': { status: 503, title: 'The rate is being changed. You can exchange again in {minutes} min' },
  'rate.stale': { status: 503, title: 'The rate is being updated. Try again in a moment' },
} as const satisfies Record<string, ErrorEntry>;
