import type { ErrorCode } from './errorCatalogue.ts';

/** What a refusal is about, where a caller does something else for each of these. */
const subjects = {
  amount: [
    'money.insufficient_balance',
    'money.below_minimum',
    'money.above_maximum',
    'money.daily_limit',
    'money.payouts_frozen',
    'money.amount_format',
    'withdrawal.below_fee',
  ],
  /** What a package of this amount may not be. */
  package: [
    'package.closed',
    'package.level_unknown',
    'package.below_minimum',
    'package.step',
    'package.rp_share',
    'package.cancelled_often',
    'package.cancellable_full',
  ],
  /** What a stake of this amount may not be. */
  stake: ['stake.closed', 'stake.too_many'],
  rate: ['rate.unavailable', 'rate.resting', 'rate.stale'],
  /** An address that money is paid to. */
  address: [
    'stake.address_format',
    'withdrawal.address_invalid',
    'withdrawal.btc_address_invalid',
    'withdrawal.tron_address_invalid',
    'withdrawal.address_known',
    'withdrawal.address_book_full',
    'withdrawal.address_held',
    'withdrawal.address_unknown',
    'withdrawal.address_denied',
    'withdrawal.address_of_ours',
  ],
  recipient: ['transfer.not_in_line', 'transfer.to_self', 'transfer.recipient_cannot_receive', 'member.search_unknown'],
  mailedCode: ['code.invalid_or_expired', 'code.incorrect'],
} as const satisfies Readonly<Record<string, readonly ErrorCode[]>>;

/** Whether an error is about one of these subjects. @param code also one that this release does not know */
export const isAbout = (code: string, ...among: readonly (keyof typeof subjects)[]): boolean =>
  among.some((subject) => subjects[subject].some((each) => each === code));
