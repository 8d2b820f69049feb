import type { ErrorCode } from '@trellis/api-contract';
import { useState } from 'react';
import type { CallError } from '../api/failure.ts';
import { type ErrorSource, useErrorText } from '../api/useErrorText.ts';
import { type FormIssues, issuesOf } from './issues.ts';

/** What can be seen to be wrong with the entries without asking the server; it decides in the end. */
export type Wrong<Field extends string> = Readonly<Partial<Record<Field, ErrorCode | false | undefined>>>;

interface Checks<Field extends string> {
  /** What the server did not take. */
  readonly refused: FormIssues<Field>;
  /** Fields that were submitted: whatever is wrong with them is shown. */
  readonly checked: readonly Field[];
  /** Fields that have changed since. */
  readonly changed: readonly Field[];
  /** Grows with each submission and refusal, not with what is typed: only then does the focus move. */
  readonly report: number;
}

const noIssues: FormIssues<never> = { fields: {} };

/**
 * The one way of a form's errors. They show with the first submission; from then on each change checks again, so that an
 * error goes when its cause goes. What the server refused of a field goes when that field changes, what it refused of
 * the whole with any change.
 *
 * @param fieldOfCode the field that a code belongs to, for a refusal that names none
 * @param wrong of the entries as they are now; as a function it is asked again by `check`, for what became known after the
 *   form was drawn
 */
export function useIssues<Field extends string>(
  fields: readonly Field[],
  fieldOfCode: Readonly<Partial<Record<ErrorCode, Field>>>,
  wrong: Wrong<NoInfer<Field>> | (() => Wrong<NoInfer<Field>>),
) {
  const wrongNow = typeof wrong === 'function' ? wrong : () => wrong;
  const shown = wrongNow();
  const errorText = useErrorText();
  const none: FormIssues<Field> = noIssues;
  const [checks, setChecks] = useState<Checks<Field>>({ refused: none, checked: [], changed: [], report: 0 });
  const { refused, checked, changed, report } = checks;
  const wrongFields: Partial<Record<Field, ErrorSource>> = { ...refused.fields };
  for (const field of checked) {
    const code: ErrorCode | false | undefined = shown[field];
    // Emptied to hold something else, as far as anybody knows.
    const isUnfinished = code === 'field.required' && changed.includes(field);
    if (code && !isUnfinished) wrongFields[field] ??= code;
  }
  const { form } = refused;
  const refuse = (issues: FormIssues<Field>) =>
    setChecks((before) => ({ ...before, refused: issues, report: before.report + 1 }));
  return {
    /** What the server refused of the whole. */
    refusal: form,
    /** What the kit's `<Form>` takes. */
    attributes: { issues: report, error: form && errorText(form) },
    /** The reader's sentence under a field. */
    error: (field: Field): string | undefined => {
      const source = wrongFields[field];
      return source && errorText(source);
    },
    /** Shows which of the entries cannot be sent: of all fields, or of those that are named. @returns whether all can */
    check: (only: readonly Field[] = fields): boolean => {
      setChecks((before) => ({
        refused: none,
        checked: [...new Set([...before.checked, ...only])],
        changed: before.changed.filter((field) => !only.includes(field)),
        report: before.report + 1,
      }));
      const wrong: Wrong<Field> = wrongNow();
      return only.every((field) => !wrong[field]);
    },
    /** These entries are others now. */
    changed: (...names: readonly Field[]) =>
      setChecks((before) => {
        const left = { ...before.refused.fields };
        for (const name of names) delete left[name];
        return { ...before, refused: { fields: left }, changed: [...new Set([...before.changed, ...names])] };
      }),
    /** Shows what is wrong alongside that, without asking the server. */
    show: refuse,
    /** Shows what the server did not take. */
    refuse: (error: CallError) => refuse(issuesOf(error, fields, fieldOfCode)),
  };
}
