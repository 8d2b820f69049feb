import {
  type ErrorCode,
  type ErrorEntry,
  type ErrorParams,
  errorCatalogue,
  type FieldIssue,
} from '@trellis/api-contract';
import { type OperatorErrorCode, operatorErrorCatalogue } from '@trellis/api-contract/operator';

/** Codes of both audiences; an operator's never stands in an answer to a member. */
export type AnyErrorCode = ErrorCode | OperatorErrorCode;

const catalogue: Readonly<Record<AnyErrorCode, ErrorEntry>> = { ...errorCatalogue, ...operatorErrorCatalogue };

/** Any refusal of ours: a code of the catalogue, its parameters, and every field that is wrong. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: AnyErrorCode;
  readonly params: ErrorParams | undefined;
  readonly fields: readonly FieldIssue[] | undefined;
  /** Response headers, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: AnyErrorCode,
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

/** Status and English title of a code. */
export const entryOf = (code: AnyErrorCode): ErrorEntry => catalogue[code];

/** Whether the refusal of an idempotent call is stored with its key. */
export const isStoredRefusal = ({ code }: AppError): boolean => entryOf(code).stored ?? false;

/** A title of the catalogue with what it names, `{minimum}`, filled in. */
export const fillIn = (title: string, params: ErrorParams = {}): string =>
  title.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
