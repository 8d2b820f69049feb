/**
 * The one error catalogue. A code is stable and has one status; the browser chooses its text by code and
 * language, the server's `title` is English. `field.*` codes stand only inside `fields[]` of a problem.
 */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  /** Whether the refusal of an idempotent call is stored with its key, so that a late retry gets the same answer. */
  readonly stored?: boolean;
}

export const errorCatalogue = {
  'auth.username_unknown': { status: 401, title: 'Username Does Not Exist' },
  'auth.password_incorrect': { status: 401, title: 'Incorrect Password' },
  'auth.credentials_invalid': { status: 401, title: 'Incorrect username or password' },
  'auth.second_factor_required': { status: 401, title: 'Enter the 6-digit code from Google Authenticator' },
  'auth.account_frozen': { status: 403, title: 'You froze this account. Set a new password to use it again' },
  'auth.session_required': { status: 401, title: 'Please log in' },
  /** The page was made for another member, and the browser has had a log-in since. */
  'auth.other_session': { status: 409, title: 'You’re logged in as {user} now. Reload the page' },
  'auth.forbidden': { status: 403, title: 'You don’t have access to this' },
  'auth.too_many_attempts': { status: 429, title: 'Too many attempts. Try again in {seconds} s' },
  'member.username_format': { status: 422, title: 'Username format is incorrect' },
  'member.username_taken': { status: 409, title: 'This username is taken' },
  /** It is nobody's, and looks like the name of a member, who would be sent or asked for money by mistake. */
  'member.username_confusable': {
    status: 409,
    title: 'This username looks like another member’s. Choose a different one',
  },
  'member.email_format': { status: 422, title: 'Invalid Email Format' },
  'member.invitation_unknown': { status: 422, title: 'Invitation Code Does Not Exist' },
  'member.entries_differ': { status: 422, title: 'Entries Do Not Match' },
  'member.terms_required': { status: 422, title: 'Please agree to the terms' },
  'member.password_weak': { status: 422, title: 'Choose a stronger password' },
  'member.old_password_incorrect': { status: 422, title: 'Old Login Password Incorrect' },
  'member.email_taken': { status: 409, title: 'This e-mail address can’t be used' },
  'member.search_unknown': { status: 404, title: 'Search User Does Not Exist' },
  'member.suspended': { status: 403, title: 'Restricted Access: Your account is currently suspended' },
  'member.country_needed': { status: 422, title: 'Tell us which country you live in first' },
  'member.country_known': { status: 409, title: 'You’ve already told us your country. Support can change it' },
  'member.security_lock': { status: 403, title: 'Locked for your safety until {until}' },
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
  'passkey.refused': { status: 422, title: 'This passkey couldn’t be used' },
  'money.insufficient_balance': { status: 422, title: 'Insufficient Balance', stored: true },
  'money.below_minimum': { status: 422, title: 'The minimum is {minimum}', stored: true },
  'money.above_maximum': { status: 422, title: 'The maximum is {maximum}', stored: true },
  'money.daily_limit': { status: 422, title: 'The daily limit is {maximum}. You have {left} left today', stored: true },
  'money.hold_ended': { status: 409, title: 'This has already ended', stored: true },
  'money.not_reversible': { status: 409, title: 'This can’t be reversed', stored: true },
  'money.payouts_frozen': {
    status: 503,
    title: 'Withdrawals are paused while we check our books. Your money is safe',
  },
  'money.amount_format': { status: 422, title: 'Enter an amount like 1,234.56' },
  'transfer.not_in_line': { status: 422, title: 'You can only transfer to your upline or downline', stored: true },
  'transfer.to_self': { status: 422, title: 'You can’t transfer to yourself', stored: true },
  'transfer.fee_changed': { status: 409, title: 'The fee has changed. Please check again' },
  'transfer.recipient_cannot_receive': {
    status: 422,
    title: 'This member can’t receive transfers right now. Nothing was sent',
    stored: true,
  },
  'package.closed': { status: 403, title: 'Packages are not available in your country' },
  'package.level_unknown': { status: 422, title: 'Choose one of the levels' },
  'package.below_minimum': { status: 422, title: 'The minimum is {minimum}' },
  'package.step': { status: 422, title: 'Choose {minimum}, or more in steps of {step}' },
  'package.rp_share': { status: 422, title: 'RP can pay at most {maximum} of it' },
  'package.terms_changed': {
    status: 409,
    title: 'The figures have changed. Look at the new ones before you buy',
    stored: true,
  },
  'package.cancelled_often': {
    status: 409,
    title: 'You have cancelled several packages. You can buy again from {until}',
  },
  'package.cancellable_full': {
    status: 409,
    title: 'Rewards of packages you can still cancel are at most {maximum} now. Choose a smaller one, or wait',
  },
  'package.not_cancellable': { status: 409, title: 'This package can’t be cancelled, or no longer' },
  'stake.closed': { status: 403, title: 'Stakes are not available in your country' },
  'stake.too_many': { status: 409, title: 'You can have at most {maximum} stakes at a time', stored: true },
  'stake.terms_changed': {
    status: 409,
    title: 'The rate or the reward has changed. Look at the new figures before you confirm',
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
  'exchange.quote_expired': { status: 409, title: 'This rate has expired. Get a new one', stored: true },
  'rate.unavailable': { status: 503, title: 'No rate is available right now. Try again later' },
  'rate.resting': { status: 503, title: 'The rate is being changed. You can exchange again in {minutes} min' },
  'rate.stale': { status: 503, title: 'The rate is being updated. Try again in a moment' },
  'deposit.network_unavailable': { status: 409, title: 'Deposits on this network are not available right now' },
  'deposit.address_withheld': {
    status: 409,
    title: 'We couldn’t confirm this address. Don’t send anything to it, and contact support',
  },
  'deposit.characters_differ': { status: 422, title: 'These don’t match the last 6 characters of the address' },
  'inquiry.closed': { status: 409, title: 'This inquiry is closed' },
  'inquiry.too_many_waiting': {
    status: 409,
    title: 'We have {most} inquiries of yours to answer. Please add to one of them',
  },
  'inquiry.too_many_messages': {
    status: 409,
    title: 'We have {most} messages of yours to answer. You can write again once we have',
  },
  'inquiry.record_unknown': { status: 422, title: 'This record doesn’t exist' },
  'inquiry.asks_secret': { status: 422, title: 'An answer never asks for a code, a password or recovery words' },
  'terms.acceptance_required': { status: 403, title: 'Please agree to the new terms first' },
  'terms.outdated': { status: 409, title: 'The terms have changed. Please read the latest version' },
  'withdrawal.address_invalid': { status: 422, title: 'Please enter a valid address' },
  'withdrawal.btc_address_invalid': { status: 422, title: 'Please enter a valid BTC address' },
  'withdrawal.tron_address_invalid': { status: 422, title: 'Please enter a valid TRON address' },
  'withdrawal.address_known': { status: 409, title: 'This address is already in your address book' },
  'withdrawal.address_book_full': { status: 409, title: 'Your address book is full. Remove an address first' },
  'withdrawal.address_held': { status: 403, title: 'This address is new. You can use it from {until}' },
  'withdrawal.address_unknown': {
    status: 422,
    title: 'Add this address to your address book first. A new address can be used after a waiting time',
  },
  'withdrawal.address_denied': { status: 422, title: 'Don’t use this address: anything sent to it would be lost' },
  'withdrawal.address_of_ours': {
    status: 422,
    title: 'This is one of our deposit addresses. Withdraw to an address of a wallet outside',
  },
  'withdrawal.below_fee': { status: 422, title: 'This amount doesn’t cover the fee' },
  'withdrawal.terms_changed': { status: 409, title: 'The fee or rate has changed. Please check again' },
  'withdrawal.not_cancellable': { status: 409, title: 'This can no longer be cancelled' },
  'withdrawal.counted_on': {
    status: 409,
    title:
      'A stake is to be paid out, for which all USD had to be withdrawn first. Change its choice, then cancel this',
  },
  'idempotency.key_missing': { status: 400, title: 'The Idempotency-Key header is missing or malformed' },
  'idempotency.in_flight': { status: 409, title: 'Checking the result' },
  /** Its sender has asked what became of it before it arrived, and was informed that nothing was done. */
  'idempotency.closed': { status: 409, title: 'This arrived too late, and nothing was done. Please send it again' },
  'idempotency.key_reused': { status: 422, title: 'This key was used with another request' },
  'request.invalid': { status: 400, title: 'Please check the marked fields' },
  'request.malformed': { status: 400, title: 'The body is not valid JSON' },
  'request.media_type': { status: 415, title: 'Send application/json' },
  'request.too_slow': { status: 408, title: 'The request took too long to arrive' },
  'request.too_large': { status: 413, title: 'The request is too large' },
  'request.misdirected': { status: 421, title: 'This host is not served here' },
  'request.method_not_allowed': { status: 405, title: 'This method is not allowed here' },
  'request.not_found': { status: 404, title: 'Not found' },
  'server.busy': { status: 503, title: 'We’re busy right now. Try again in {seconds} s' },
  'server.error': { status: 500, title: 'Something went wrong. Reference {requestId}' },
  'field.required': { status: 400, title: 'This is required' },
  'field.type': { status: 400, title: 'This entry is not valid' },
  'field.format': { status: 400, title: 'Check the format' },
  'field.plain': { status: 400, title: 'Use one line of plain words, without links' },
  'field.range': { status: 400, title: 'This is out of range' },
  'field.choice': { status: 400, title: 'Choose one of the options' },
  'field.unknown': { status: 400, title: 'This field is not used here' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value);
}

/** Values that stand in a text's braces: money as `1,234.56 USD`, times as RFC 3339, counts as numbers. */
export type ErrorParams = Readonly<Record<string, string | number>>;

/** One wrong field. `path` is dotted, as in `body`; a code has its text in the catalogue. */
export interface FieldIssue {
  readonly path: string;
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
}

/** RFC 9457 problem, as `application/problem+json`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
  readonly fields?: readonly FieldIssue[];
  readonly requestId: string;
}
