import type { ErrorEntry } from '../../entries.ts';

export const walletErrors = {
  'money.insufficient_balance': { status: 422, title: 'Insufficient Balance', stored: true },
  'money.below_minimum': { status: 422, title: 'The minimum is {minimum}', stored: true },
  'money.above_maximum': { status: 422, title: 'The maximum is {maximum}', stored: true },
  'money.daily_limit': { status: 422, title: 'The daily limit is {maximum}. You have {left} left today', stored: true },
  'money.hold_ended': { status: 409, title: 'This has already been completed or cancelled', stored: true },
  'money.not_reversible': { status: 409, title: 'This can’t be reversed', stored: true },
  'money.payouts_frozen': {
    status: 503,
    title: 'Withdrawals are paused while we check our records. Your money is safe',
  },
  'money.amount_format': { status: 422, title: 'Enter an amount like 1,234.56' },
} as const satisfies Record<string, ErrorEntry>;
