import type { ErrorCode } from '@trellis/api-contract';
import { useState } from 'react';
import { useIssues, type Wrong } from './useIssues.ts';

/**
 * The one way of a form: its fields as text, and what is wrong with each of them in the reader's words (`useIssues`).
 *
 * @param fieldOfCode the field that a code belongs to, for a refusal that names none
 * @param wrong what can be seen to be wrong with the entries, without asking the server
 * @param begin texts that are there from the start
 * @param kept fields whose text is kept elsewhere, as `useDraft` gives it
 */
export function useForm<Field extends string>(
  fields: readonly Field[],
  fieldOfCode: Readonly<Partial<Record<ErrorCode, NoInfer<Field>>>>,
  wrong: (value: (field: Field) => string) => Wrong<NoInfer<Field>>,
  begin?: Readonly<Partial<Record<NoInfer<Field>, string>>>,
  kept?: Readonly<Partial<Record<NoInfer<Field>, readonly [text: string, change: (text: string) => void]>>>,
) {
  const [values, setValues] = useState<Partial<Record<Field, string>>>(begin ?? {});
  const value = (field: Field): string => kept?.[field]?.[0] ?? values[field] ?? '';
  const { changed, ...issues } = useIssues<Field>(fields, fieldOfCode, () => wrong(value));
  const set = (field: Field, text: string) => {
    const elsewhere = kept?.[field];
    if (elsewhere) elsewhere[1](text);
    else setValues((before) => ({ ...before, [field]: text }));
    changed(field);
  };
  return {
    ...issues,
    value,
    set,
    /** What an input of the kit takes. */
    input: (field: Field) => ({
      value: value(field),
      onChange: (text: string) => set(field, text),
      error: issues.error(field),
    }),
  };
}
