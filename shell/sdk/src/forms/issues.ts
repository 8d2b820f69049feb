import type { ErrorCode, FieldIssue } from '@trellis/api-contract';
import { type CallError, failureOf } from '../api/failure.ts';
import type { ErrorSource } from '../api/useErrorText.ts';

/** What is wrong with a form: by field, and what belongs to none of its fields. */
export interface FormIssues<Field extends string> {
  readonly fields: Readonly<Partial<Record<Field, ErrorSource>>>;
  readonly form?: ErrorSource;
}

/**
 * Sorts a refusal into the fields of a form: by the problem's own list of fields, else by the code where a code
 * belongs to one field. What fits no field is the form's, so that nothing is ever swallowed.
 */
export function issuesOf<Field extends string>(
  error: CallError,
  fields: readonly Field[],
  fieldOfCode: Readonly<Partial<Record<ErrorCode, Field>>>,
): FormIssues<Field> {
  const failure = failureOf(error);
  const issues: Partial<Record<Field, ErrorSource>> = {};
  if (failure.kind === 'network') return { fields: issues, form: failure };
  const { problem } = failure;
  const rest: FieldIssue[] = [];
  for (const issue of problem.fields ?? []) {
    const field = fields.find((name) => name === issue.path);
    if (field) issues[field] ??= issue;
    else rest.push(issue);
  }
  const field = fieldOfCode[problem.code];
  if (field && Object.keys(issues).length === 0 && rest.length === 0) issues[field] = failure;
  const [unplaced] = rest;
  if (unplaced) return { fields: issues, form: unplaced };
  return Object.keys(issues).length === 0 ? { fields: issues, form: failure } : { fields: issues };
}
