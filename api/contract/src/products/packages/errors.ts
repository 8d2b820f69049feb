import type { ErrorEntry } from '../../entries.ts';

export const packageErrors = {
  'package.closed': { status: 403, title: 'Packages are not available in your country' },
  'package.level_unknown': { status: 422, title: 'Choose one of the levels' },
  'package.below_minimum': { status: 422, title: 'The minimum is {minimum}' },
  'package.step': { status: 422, title: 'Enter at least {minimum}, in steps of {step}' },
  'package.rp_share': { status: 422, title: 'You can pay up to {maximum} with RP' },
  'package.terms_changed': {
    status: 409,
    title: 'The price or reward has changed. Please check it before you buy',
    stored: true,
  },
  'package.cancelled_often': {
    status: 409,
    title: 'You’ve cancelled several packages. You can buy again from {until}',
  },
  'package.cancellable_full': {
    status: 409,
    title:
      'Rewards of packages you can still cancel are limited to {maximum} right now. Choose a smaller package, or wait',
  },
  'package.not_cancellable': {
    status: 409,
    title: 'This package can’t be cancelled, or the time to cancel has passed',
  },
} as const satisfies Record<string, ErrorEntry>;
