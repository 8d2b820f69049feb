import type { SerializedError } from '@reduxjs/toolkit';
import type { Problem } from '@trellis/api-contract';

/** How a call can fail: the API says no, or there is no answer that can be trusted. */
export type ApiFailure =
  | { readonly kind: 'problem'; readonly problem: Problem }
  /** No answer, or one that is not the API's. */
  | {
      readonly kind: 'network';
      /** `lost`: it may have been done. `server`: something answered, so it is not the reader's connection. */
      readonly why?: 'lost' | 'server';
      /** By which what became of it can be asked: `askKept`. */
      readonly key?: string;
    };

/** What RTK Query's hooks and calls give as `error`: a failure, or the trace of a fault in the page's own code. */
export type CallError = ApiFailure | SerializedError;

export const networkFailure: ApiFailure = { kind: 'network' };

/** The failure behind `error` of a hook or call. A fault in the page's own code left no answer either. */
export const failureOf = (error: CallError): ApiFailure => ('kind' in error ? error : networkFailure);

/**
 * Whether a value is a problem of our API; a proxy's own error page is not. The code may be newer than this page, so
 * it is not looked up here: the catalogue would only make the first load larger.
 */
export function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'requestId' in value
  );
}
