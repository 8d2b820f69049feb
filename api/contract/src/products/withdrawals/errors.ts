import type { ErrorEntry } from '../../entries.ts';

export const withdrawalErrors = {
  'withdrawal.address_invalid': { status: 422, title: 'Please enter a valid address' },
  'withdrawal.btc_address_invalid': { status: 422, title: 'Please enter a valid BTC address' },
  'withdrawal.tron_address_invalid': { status: 422, title: 'Please enter a valid TRON address' },
  'withdrawal.address_known': { status: 409, title: 'This address is already in your address book' },
  'withdrawal.address_book_full': { status: 409, title: 'Your address book is full. Remove an address first' },
  'withdrawal.address_held': { status: 403, title: 'This address is new. You can use it from {until}' },
  'withdrawal.address_unknown': {
    status: 422,
    title: 'Add this address to your address book first. You can use a new address after a waiting period',
  },
  'withdrawal.address_denied': { status: 422, title: 'Don’t use this address: anything sent to it would be lost' },
  'withdrawal.address_of_ours': {
    status: 422,
    title: 'This is one of our deposit addresses. Use an address of an outside wallet',
  },
  'withdrawal.below_fee': { status: 422, title: 'This amount doesn’t cover the fee' },
  'withdrawal.terms_changed': { status: 409, title: 'The fee or rate has changed. Please check again' },
  'withdrawal.not_cancellable': { status: 409, title: 'This can no longer be cancelled' },
  'withdrawal.counted_on': {
    status: 409,
    title:
      'A stake is set to be paid out in full, which needs all USD withdrawn first. Change that choice, then cancel this',
  },
} as const satisfies Record<string, ErrorEntry>;
