import type { Problem } from '@trellis/api-contract';
import { type AnyErrorCode, type AppError, entryOf, fillIn } from '../../ground/errors.ts';

/** RFC 9457 form of an error. The input is never part of it. */
export function toProblem(error: AppError, requestId: string): Omit<Problem, 'code'> & { readonly code: AnyErrorCode } {
  const { status, title } = entryOf(error.code);
  const params = error.code === 'server.error' ? { requestId } : error.params;
  return {
    type: `urn:trellis:error:${error.code}`,
    title: fillIn(title, params),
    status,
    code: error.code,
    ...(params ? { params } : {}),
    ...(error.fields ? { fields: error.fields } : {}),
    requestId,
  };
}
