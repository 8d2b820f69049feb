import { type ReactNode, useEffect, useRef } from 'react';

interface FormProps {
  readonly id?: string;
  readonly onSubmit: () => void;
  /** The errors shown now. When they change, the focus goes to the first field that has one. */
  readonly issues?: unknown;
  readonly children: ReactNode;
}

/** A form whose errors are ours to show: the browser's own bubbles are off. */
export function Form({ id, onSubmit, issues, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstInvalid(form, issues);
  return (
    <form
      ref={form}
      id={id}
      className="section form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

function useFocusFirstInvalid(form: { readonly current: HTMLFormElement | null }, issues: unknown) {
  // New issues are the occasion; which field has one is read from the page.
  useEffect(() => {
    if (issues !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, issues]);
}
