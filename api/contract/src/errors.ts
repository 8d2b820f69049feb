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
  'auth.credentials_invalid': { status: 401, title: 'Username or password is wrong' },
  'auth.second_factor_required': { status: 401, title: 'Enter the 6-digit code from Google Authenticator' },
  'auth.account_frozen': { status: 403, title: 'You stopped this account. Set a new password to open it again' },
  'auth.session_required': { status: 401, title: 'Please log in' },
  'auth.forbidden': { status: 403, title: 'You cannot do this' },
  'auth.too_many_attempts': { status: 429, title: 'Too many tries. Try again in {seconds} s' },
  'member.username_format': { status: 422, title: 'Username format is incorrect' },
  'member.username_taken': { status: 409, title: 'This username is taken' },
  'member.email_format': { status: 422, title: 'Invalid Email Format' },
  'member.invitation_unknown': { status: 422, title: 'Invitation Code Does Not Exist' },
  'member.entries_differ': { status: 422, title: 'Entries Do Not Match' },
  'member.terms_required': { status: 422, title: 'Please agree to the terms' },
  'member.password_weak': { status: 422, title: 'Choose a stronger password' },
  'member.old_password_incorrect': { status: 422, title: 'Old Login Password Incorrect' },
  'member.email_taken': { status: 409, title: 'This address cannot be used' },
  'member.search_unknown': { status: 404, title: 'Search User Does Not Exist' },
  'member.suspended': { status: 403, title: 'Restricted Access: Your account is currently suspended' },
  'member.security_lock': { status: 403, title: 'Locked for your safety until {until}' },
  'code.invalid_or_expired': { status: 422, title: 'Verification Code Error or Expired' },
  'code.incorrect': { status: 422, title: 'Incorrect Verification Code' },
  'twofactor.required': { status: 403, title: 'Please Bind Google Authenticator First' },
  'twofactor.incorrect': { status: 422, title: 'Incorrect Verification Code' },
  'twofactor.bound_already': { status: 409, title: 'Google Authenticator is bound already' },
  'passkey.refused': { status: 422, title: 'This passkey could not be used' },
  'money.insufficient_balance': { status: 422, title: 'Insufficient Balance', stored: true },
  'money.below_minimum': { status: 422, title: 'The minimum is {minimum}', stored: true },
  'money.above_maximum': { status: 422, title: 'The maximum is {maximum}', stored: true },
  'money.daily_limit': { status: 422, title: 'The limit for one day is {maximum}; {left} left', stored: true },
  'money.hold_ended': { status: 409, title: 'This is already finished', stored: true },
  'money.not_reversible': { status: 409, title: 'This cannot be reversed', stored: true },
  'money.payouts_frozen': {
    status: 503,
    title: 'Withdrawals are paused while we check our books. Your money is safe',
  },
  'money.amount_format': { status: 422, title: 'Enter an amount like 1,234.56' },
  'transfer.not_in_line': { status: 422, title: 'Transfers only to your upline or downline', stored: true },
  'transfer.recipient_cannot_receive': { status: 422, title: 'This member cannot receive now', stored: true },
  'exchange.quote_expired': { status: 409, title: 'The rate has changed. Update', stored: true },
  'rate.unavailable': { status: 503, title: 'There is no rate for this now. Try again later' },
  'rate.stale': { status: 503, title: 'The rate is out of date, and is being renewed. Try again later' },
  'deposit.network_unavailable': { status: 409, title: 'Deposits by this network are not possible now' },
  'deposit.address_withheld': {
    status: 409,
    title: 'We could not confirm this address. Send nothing to it, and contact support',
  },
  'deposit.characters_differ': { status: 422, title: 'These are not the last 6 characters of the address' },
  'inquiry.closed': { status: 409, title: 'This inquiry is closed' },
  'inquiry.record_unknown': { status: 422, title: 'This record does not exist' },
  'terms.acceptance_required': { status: 403, title: 'Please agree to the new terms first' },
  'terms.outdated': { status: 409, title: 'The terms have changed. Read the current version' },
  'withdrawal.address_invalid': { status: 422, title: 'Please enter a valid address' },
  'withdrawal.btc_address_invalid': { status: 422, title: 'Please enter a valid BTC address' },
  'withdrawal.tron_address_invalid': { status: 422, title: 'Please enter a valid TRON address' },
  'withdrawal.address_known': { status: 409, title: 'This address is in your book already' },
  'withdrawal.address_book_full': { status: 409, title: 'Your address book is full. Remove an address first' },
  'withdrawal.address_held': { status: 403, title: 'New address: usable from {until}' },
  'withdrawal.address_unknown': {
    status: 422,
    title: 'Add this address to your book first; it can be used a day later',
  },
  'withdrawal.address_denied': { status: 422, title: 'Nothing can be sent to this address: it would be lost' },
  'withdrawal.below_fee': { status: 422, title: 'This amount does not cover the fee' },
  'withdrawal.terms_changed': { status: 409, title: 'Fee or rate have changed. Look at it once more' },
  'withdrawal.not_cancellable': { status: 409, title: 'This can no longer be cancelled' },
  'idempotency.key_missing': { status: 400, title: 'The Idempotency-Key header is missing or malformed' },
  'idempotency.in_flight': { status: 409, title: 'Checking the result' },
  'idempotency.key_reused': { status: 422, title: 'This key was used with another request' },
  'request.invalid': { status: 400, title: 'Some fields are wrong' },
  'request.malformed': { status: 400, title: 'The body is not valid JSON' },
  'request.media_type': { status: 415, title: 'Send application/json' },
  'request.too_large': { status: 413, title: 'The request is too large' },
  'request.misdirected': { status: 421, title: 'This host is not served here' },
  'request.method_not_allowed': { status: 405, title: 'This method is not allowed here' },
  'request.not_found': { status: 404, title: 'Not found' },
  'server.busy': { status: 503, title: 'Busy. Try again in {seconds} s' },
  'server.error': { status: 500, title: 'Something went wrong. Reference {requestId}' },
  'field.required': { status: 400, title: 'This is required' },
  'field.type': { status: 400, title: 'This has the wrong type' },
  'field.format': { status: 400, title: 'This has the wrong format' },
  'field.range': { status: 400, title: 'This is out of range' },
  'field.choice': { status: 400, title: 'Choose one of the offered values' },
  'field.unknown': { status: 400, title: 'This field is not known' },
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
