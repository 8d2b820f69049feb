import type { ErrorEntry } from '../../entries.ts';

export const depositErrors = {
  'deposit.network_unavailable': { status: 409, title: 'Deposits on this network are not available right now' },
  'deposit.address_withheld': {
    status: 409,
    title: 'We couldn’t confirm this address. Don’t send anything to it, and contact support',
  },
  'deposit.characters_differ': { status: 422, title: 'These don’t match the last 6 characters of the address' },
} as const satisfies Record<string, ErrorEntry>;
