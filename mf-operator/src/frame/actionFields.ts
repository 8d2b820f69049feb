import { type CallError, failureOf } from '@trellis/shell-sdk';

/** A form of its own within the sheet, as `useForm` has it. */
export interface ActionFields {
  /** Their names, as the server tells what is wrong with them. */
  readonly fields: readonly string[];
  /** What the whole is refused with and is about one of them. */
  readonly codes?: readonly string[];
  readonly attributes: { readonly issues: number };
  readonly check: () => boolean;
  readonly refuse: (error: CallError) => void;
}

/** Whether a refusal names one of these fields. */
export function isAbout({ fields, codes = [] }: ActionFields, error: CallError): boolean {
  const failure = failureOf(error);
  if (failure.kind !== 'problem') return false;
  const { code, fields: wrong = [] } = failure.problem;
  return codes.includes(code) || wrong.some(({ path }) => fields.includes(path));
}
