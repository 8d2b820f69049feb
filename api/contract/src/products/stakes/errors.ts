import type { ErrorEntry } from '../../entries.ts';

export const stakeErrors = {
  'stake.closed': { status: 403, title: 'Stakes are not available in your country' },
  'stake.too_many': { status: 409, title: 'You can have at most {maximum} stakes at a time', stored: true },
  'stake.terms_changed': {
    status: 409,
    title: 'The rate or the reward has changed. Please check it before you confirm',
    stored: true,
  },
  'stake.choice_changed': { status: 409, title: 'Another choice was made meanwhile. It stays as it is' },
  'stake.choice_closed': { status: 409, title: 'The choice for this term is closed' },
  'stake.not_open': { status: 409, title: 'This stake is being paid out, or has ended' },
  'stake.usd_first': {
    status: 409,
    title: 'To withdraw all CP principal and profit, all USD must be withdrawn first',
  },
  'stake.address_format': { status: 422, title: 'Incorrect Address Format' },
} as const satisfies Record<string, ErrorEntry>;
