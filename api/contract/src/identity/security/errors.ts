import type { ErrorEntry } from '../../entries.ts';

export const securityErrors = {
  'code.invalid_or_expired': { status: 422, title: 'Verification Code Error or Expired' },
  'code.incorrect': { status: 422, title: 'Incorrect Verification Code' },
  'twofactor.required': { status: 403, title: 'Please Bind Google Authenticator First' },
  'twofactor.incorrect': { status: 422, title: 'Incorrect Verification Code' },
  /** Right, and good once: it was used a moment ago. */
  'twofactor.used': { status: 422, title: 'You’ve already used this code. Wait for the next one ({seconds} s)' },
  /** Wrong, and right for a phone whose clock is some minutes off; who has proven themselves before is shown so. */
  'twofactor.clock_fast': {
    status: 422,
    title: 'Your phone’s clock is about {minutes} min fast. Set it to automatic time, then enter a new code',
  },
  'twofactor.clock_slow': {
    status: 422,
    title: 'Your phone’s clock is about {minutes} min slow. Set it to automatic time, then enter a new code',
  },
  'twofactor.unreadable': {
    status: 409,
    title: 'Your authenticator can’t be checked any more. Use a recovery code, or contact support',
  },
  'twofactor.bound_already': { status: 409, title: 'Google Authenticator is already on' },
} as const satisfies Record<string, ErrorEntry>;
