import { Notice } from '@trellis/kit';
import { Form } from '@trellis/kit/form';
import type { ReactNode } from 'react';
import type { useForm } from './useForm.ts';

interface EntryFormProps {
  readonly id?: string;
  readonly form: Pick<ReturnType<typeof useForm>, 'issues' | 'formError'>;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** A form of `useForm`, with what is wrong with none of its fields above them. */
export function EntryForm({ id, form, onSubmit, children }: EntryFormProps) {
  return (
    <Form {...(id !== undefined && { id })} onSubmit={() => void onSubmit()} issues={form.issues}>
      {form.formError !== undefined && (
        <Notice tone="negative" urgent>
          {form.formError}
        </Notice>
      )}
      {children}
    </Form>
  );
}
