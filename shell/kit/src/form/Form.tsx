import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '../message/Notice.tsx';
import * as styles from './Form.module.css';
import { countUnfinished } from './unfinished.ts';

type FormRef = { readonly current: HTMLFormElement | null };

interface FormProps {
  readonly id?: string;
  readonly onSubmit: () => void;
  /** The errors shown now. When they change, the focus goes to the first field that has one. */
  readonly issues?: unknown;
  /** What is wrong with none of its fields: stands above them and is read at once. */
  readonly error?: string | undefined;
  /** What can be done about it. */
  readonly errorAction?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A form whose errors are ours to show: the browser's own bubbles are off. While it holds other entries than at its
 * beginning, the page counts as busy: nothing may offer to load it again.
 */
export function Form({ id, onSubmit, issues, error, errorAction, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstInvalid(form, issues);
  useUnfinished(form);
  return (
    <form
      ref={form}
      id={id}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {error !== undefined && (
        <Notice tone="negative" urgent action={errorAction}>
          {error}
        </Notice>
      )}
      {children}
    </form>
  );
}

function useFocusFirstInvalid(form: FormRef, issues: unknown) {
  // New issues are the occasion; which field has one is read from the page.
  useEffect(() => {
    if (issues !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, issues]);
}

function useUnfinished(form: FormRef) {
  useEffect(() => {
    const before = entriesOf(form.current);
    // Read when it is asked for: a field may also be filled by a button, or by the browser.
    return countUnfinished(() => entriesOf(form.current) !== before);
  }, [form]);
}

const entriesOf = (form: HTMLFormElement | null): string =>
  Array.from(form?.querySelectorAll<Entry>('input, select, textarea') ?? [], (field) =>
    'checked' in field ? `${field.checked} ${field.value}` : field.value,
  ).join('\n');
type Entry = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
