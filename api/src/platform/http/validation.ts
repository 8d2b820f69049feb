import { type ErrorCode, type FieldIssue, isErrorCode } from '@trellis/api-contract';
import { z } from 'zod';
import { AppError } from '../../ground/errors.ts';

export interface EndpointSchemas {
  /** What the endpoint is for, in one line. */
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
}

const emptyObject = z.strictObject({});

/**
 * Checks path parameters, query and body against the endpoint's schemas.
 * @returns all three in one object
 * @throws AppError request.invalid with every wrong field, or request.not_found for a wrong path parameter
 */
export function parseInput(
  schemas: EndpointSchemas,
  parts: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
): Record<string, unknown> {
  const issues: FieldIssue[] = [];
  for (const part of [parts.params, parts.query, parts.body]) issues.push(...unstorable(part, []));
  if (issues.length > 0) throw new AppError('request.invalid', { fields: issues });
  const input: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    if (part === 'body' && !schemas.body && parts.body === undefined) continue;
    const parsed = (schemas[part] ?? emptyObject).safeParse(parts[part], { reportInput: true });
    if (parsed.success) Object.assign(input, parsed.data);
    else issues.push(...parsed.error.issues.flatMap(toFieldIssues));
  }
  if (issues.length > 0) throw new AppError('request.invalid', { fields: issues });
  return input;
}

/**
 * Texts that no field takes, wherever they stand: Postgres stores neither NUL nor half a character, nor does JSON hold
 * the latter. Schemas need not think of them, nor of what nobody looks into.
 */
function unstorable(value: unknown, path: readonly string[]): FieldIssue[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ path: path.join('.'), code: 'field.format' }];
  if (typeof value !== 'object' || value === null) return [];
  if (path.length > deepest) return [{ path: path.slice(0, 3).join('.'), code: 'field.format' }];
  return Object.entries(value).flatMap(([name, inner]) =>
    isStorable(name) ? unstorable(inner, [...path, name]) : [{ path: path.join('.'), code: 'field.unknown' }],
  );
}

/** No input of ours nests so far; what does, would use up the stack. */
const deepest = 20;

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** In test and development an answer that breaks its own contract is a fault of ours, and shows. */
export function checkResponse(name: string, { response }: EndpointSchemas, body: unknown): void {
  const parsed = response.safeParse(onWire(body));
  if (!parsed.success) throw new Error(`The answer of ${name} breaks its schema: ${z.prettifyError(parsed.error)}`);
}

/** As JSON has it: moments as text. What is no plain object, as the content of a file, stays what it is. */
function onWire(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(onWire);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, onWire(part)]));
}

/** Our own schemas carry a catalogue code as their message; the library's built-in faults are mapped by kind. */
function toFieldIssues(issue: z.core.$ZodIssue): FieldIssue[] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys')
    // The unknown name is the caller's own text: it is not echoed.
    return [{ path, code: 'field.unknown' }];
  return [{ path, code: isErrorCode(issue.message) ? missingFirst(issue, issue.message) : codeOfKind(issue) }];
}

function missingFirst(issue: z.core.$ZodIssue, code: ErrorCode): ErrorCode {
  return issue.code === 'invalid_type' && issue.input === undefined ? 'field.required' : code;
}

function codeOfKind(issue: z.core.$ZodIssue): ErrorCode {
  switch (issue.code) {
    case 'invalid_type':
      return missingFirst(issue, 'field.type');
    case 'too_big':
    case 'too_small':
      return 'field.range';
    // What says which of several objects it is, says none of them.
    case 'invalid_union':
      return issue.discriminator === undefined ? 'field.format' : 'field.choice';
    case 'invalid_value':
      return 'field.choice';
    default:
      return 'field.format';
  }
}
