import type { ErrorCode } from '@trellis/api-contract';
import { useState } from 'react';
import type { CallError } from '../api/failure.ts';
import { type ErrorSource, useErrorText } from '../api/useErrorText.ts';
import { type FormIssues, issuesOf } from './issues.ts';

const noIssues: FormIssues<never> = { fields: {} };

/**
 * The one way of a form: its fields as text, what is wrong with each of them in the reader's words, and a refusal of the
 * server sorted into them. What fits no field stands above all of them.
 *
 * @param fieldOfCode the field that a code belongs to, for a refusal that names none
 * @param begin texts that are there from the start
 */
export function useForm<Field extends string>(
  fields: readonly Field[],
  fieldOfCode: Readonly<Partial<Record<ErrorCode, Field>>>,
  begin?: Readonly<Partial<Record<Field, string>>>,
) {
  const errorText = useErrorText();
  const [values, setValues] = useState<Partial<Record<Field, string>>>(begin ?? {});
  const [issues, setIssues] = useState<FormIssues<Field>>(noIssues);
  const text = (source: ErrorSource | undefined): string | undefined => source && errorText(source);
  const set = (field: Field, value: string) => setValues((before) => ({ ...before, [field]: value }));
  return {
    issues,
    /** What the kit's `<Form>` takes. */
    attributes: { issues, error: text(issues.form) },
    value: (field: Field): string => values[field] ?? '',
    set,
    error: (field: Field): string | undefined => text(issues.fields[field]),
    /** What an input of the kit takes. */
    input: (field: Field) => ({
      value: values[field] ?? '',
      onChange: (value: string) => set(field, value),
      error: text(issues.fields[field]),
    }),
    /** Shows which of the entries cannot be sent. @returns whether all can */
    check: (wrong: Readonly<Partial<Record<Field, ErrorCode | false | undefined>>>): boolean => {
      const found = Object.fromEntries(Object.entries(wrong).filter(([, code]) => code)) as Partial<
        Record<Field, ErrorCode>
      >;
      setIssues({ fields: found });
      return Object.keys(found).length === 0;
    },
    /** Shows what is wrong, or with nothing given that nothing is. */
    show: (next?: FormIssues<Field>) => setIssues(next ?? noIssues),
    /** Shows what the server did not take. */
    refuse: (error: CallError) => setIssues(issuesOf(error, fields, fieldOfCode)),
  };
}
