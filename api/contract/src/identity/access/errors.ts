import type { ErrorEntry } from '../../entries.ts';

export const accessErrors = {
  'auth.username_unknown': { status: 401, title: 'Username Does Not Exist' },
  'auth.password_incorrect': { status: 401, title: 'Incorrect Password' },
  'auth.credentials_invalid': { status: 401, title: 'Incorrect username or password' },
  'auth.second_factor_required': { status: 401, title: 'Enter the 6-digit code from Google Authenticator' },
  'auth.account_frozen': { status: 403, title: 'You froze this account. Set a new password to use it again' },
  'auth.session_required': { status: 401, title: 'Please log in' },
  /** The browser's app lock is on, and its owner was away. */
  'auth.session_locked': { status: 403, title: 'Unlock first, then try again' },
  /** The page was made for another member, and the browser has had a log-in since. */
  'auth.other_session': { status: 409, title: 'You’re logged in as {user} now. Reload the page' },
  'auth.forbidden': { status: 403, title: 'You don’t have access to this' },
  'auth.too_many_attempts': { status: 429, title: 'Too many attempts. Try again in {seconds} s' },
} as const satisfies Record<string, ErrorEntry>;
