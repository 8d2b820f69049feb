import type { ErrorCode } from '@trellis/api-contract';
import { type CallError, type ErrorSource, type FormIssues, issuesOf, useErrorText } from '@trellis/shell-sdk';
import { useState } from 'react';

const noIssues = { fields: {} as Readonly<Record<never, never>> };

/** Fields of a form with their texts, and what is wrong with them in the reader's words. */
export function useForm<Field extends string>(
  fields: readonly Field[],
  fieldOfCode: Readonly<Partial<Record<ErrorCode, Field>>>,
) {
  const errorText = useErrorText();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [issues, setIssues] = useState<FormIssues<Field>>(noIssues);
  const text = (source: ErrorSource | undefined): string | undefined => source && errorText(source);
  return {
    issues,
    formError: text(issues.form),
    value: (field: Field): string => values[field] ?? '',
    /** What an input of the kit takes. */
    input: (field: Field) => ({
      value: values[field] ?? '',
      onChange: (value: string) => setValues((before) => ({ ...before, [field]: value })),
      error: text(issues.fields[field]),
    }),
    /** Shows which of the entries cannot be sent. @returns whether all can */
    check: (wrong: Readonly<Partial<Record<Field, ErrorCode | false>>>): boolean => {
      const found = Object.fromEntries(Object.entries(wrong).filter(([, code]) => code)) as Partial<
        Record<Field, ErrorCode>
      >;
      setIssues({ fields: found });
      return Object.keys(found).length === 0;
    },
    refuse: (error: CallError) => setIssues(issuesOf(error, fields, fieldOfCode)),
  };
}
