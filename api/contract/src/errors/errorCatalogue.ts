import type { ErrorEntry } from '../entries.ts';
import { accessErrors } from '../identity/access/errors.ts';
import { memberErrors } from '../identity/members/errors.ts';
import { passkeyErrors } from '../identity/passkeys/errors.ts';
import { pushErrors } from '../identity/push/errors.ts';
import { securityErrors } from '../identity/security/errors.ts';
import { termsErrors } from '../identity/terms/errors.ts';
import { depositErrors } from '../products/deposits/errors.ts';
import { exchangeErrors } from '../products/exchanges/errors.ts';
import { packageErrors } from '../products/packages/errors.ts';
import { stakeErrors } from '../products/stakes/errors.ts';
import { transferErrors } from '../products/transfers/errors.ts';
import { walletErrors } from '../products/wallet/errors.ts';
import { withdrawalErrors } from '../products/withdrawals/errors.ts';
import { inquiryErrors } from '../service/inquiries/errors.ts';

/** Refusals that are of no domain. */
const commonErrors = {
  'idempotency.key_missing': { status: 400, title: 'The Idempotency-Key header is missing or malformed' },
  'idempotency.in_flight': { status: 409, title: 'Checking the result' },
  /** Its sender has asked what became of it before it arrived, and was informed that nothing was done. */
  'idempotency.closed': { status: 409, title: 'This arrived too late, and nothing was done. Please send it again' },
  'idempotency.key_reused': { status: 422, title: 'This key was used with another request' },
  'request.invalid': { status: 400, title: 'Please check the marked fields' },
  'request.malformed': { status: 400, title: 'The body is not valid JSON' },
  'request.media_type': { status: 415, title: 'Send application/json' },
  'request.too_slow': {
    status: 408,
    title: 'The request took too long to arrive. Check your connection and try again',
  },
  'request.too_large': { status: 413, title: 'This is too large to send' },
  /** A page calls what its release does not declare, or by a proof that is not of this browser. */
  'request.page_outdated': { status: 403, title: 'This page is out of date. Reload it' },
  'request.misdirected': { status: 421, title: 'This web address isn’t available here' },
  'request.method_not_allowed': { status: 405, title: 'This method is not allowed here' },
  'request.not_found': { status: 404, title: 'Not found' },
  'server.busy': { status: 503, title: 'We’re busy right now. Try again in {seconds} s' },
  'server.error': { status: 500, title: 'Something went wrong. Reference {requestId}' },
  'field.required': { status: 400, title: 'This is required' },
  'field.type': { status: 400, title: 'This entry is not valid' },
  'field.format': { status: 400, title: 'Check the format' },
  'field.plain': { status: 400, title: 'Use one line of plain text, without links' },
  'field.range': { status: 400, title: 'This is out of range' },
  'field.choice': { status: 400, title: 'Choose one of the options' },
  'field.unknown': { status: 400, title: 'This field is not used here' },
} as const satisfies Record<string, ErrorEntry>;

/**
 * The one error catalogue. A code is stable and has one status; the browser chooses its text by code and
 * language, the server's `title` is English. `field.*` codes stand only inside `fields[]` of a problem.
 */
export const errorCatalogue = {
  ...accessErrors,
  ...memberErrors,
  ...securityErrors,
  ...passkeyErrors,
  ...pushErrors,
  ...walletErrors,
  ...transferErrors,
  ...packageErrors,
  ...stakeErrors,
  ...exchangeErrors,
  ...depositErrors,
  ...inquiryErrors,
  ...termsErrors,
  ...withdrawalErrors,
  ...commonErrors,
};

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
