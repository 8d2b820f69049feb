import { type ErrorCode, type ErrorParams, errorCatalogue, type FieldIssue, type Problem } from '@trellis/api-contract';

/** Any refusal of ours: a code of the catalogue, its parameters, and every field that is wrong. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly params: ErrorParams | undefined;
  readonly fields: readonly FieldIssue[] | undefined;
  /** Response headers, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    options: {
      params?: ErrorParams;
      fields?: readonly FieldIssue[];
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: options.cause });
    this.code = code;
    this.params = options.params;
    this.fields = options.fields;
    this.headers = options.headers ?? {};
  }
}

/** A refusal because of what stands in fields: one issue gives the problem its own code, several a general one. */
export function fieldError(issues: readonly FieldIssue[]): AppError {
  const [first] = issues;
  if (!first) throw new Error('fieldError needs an issue');
  const code = issues.every((issue) => issue.code === first.code) ? first.code : 'request.invalid';
  return new AppError(code, {
    fields: issues,
    ...(first.params && code === first.code ? { params: first.params } : {}),
  });
}

export const tooManyAttempts = (seconds: number): AppError =>
  new AppError('auth.too_many_attempts', { params: { seconds }, headers: { 'retry-after': String(seconds) } });

export const busy = (seconds: number): AppError =>
  new AppError('server.busy', { params: { seconds }, headers: { 'retry-after': String(seconds) } });

/** RFC 9457 form of an error. The input is never part of it. */
export function toProblem(error: AppError, requestId: string): Problem {
  const { status, title } = errorCatalogue[error.code];
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

const fillIn = (text: string, params: ErrorParams = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
