import type { ErrorCode } from '@trellis/api-contract';
import { Button, Sheet, TextLink } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface FilterSheetProps<Field extends string> {
  readonly title: string;
  /** What is typed, and what it is called. */
  readonly fields: Readonly<Record<Field, string>>;
  readonly search: Readonly<Partial<Record<Field, string>>>;
  /** As it is searched for. */
  readonly read: (typed: string) => string;
  /** What is wrong with it, where anything was typed. */
  readonly wrong: (field: Field, value: string) => ErrorCode | false;
  readonly onApply: (typed: Readonly<Record<Field, string>>) => void;
  /** Where anything narrows the list. */
  readonly clear?: { readonly text: string; readonly onClear: () => void } | false;
  readonly onClose: () => void;
  /** Choices that are not typed. */
  readonly children?: ReactNode;
}

/** What no chip has room for: what is typed to narrow a list. */
export function FilterSheet<Field extends string>(props: FilterSheetProps<Field>) {
  const { title, fields, search, read, wrong, onApply, clear, onClose, children } = props;
  const { t } = useTranslation('operator');
  const names = Object.keys(fields) as Field[];
  const ofEach = <Value,>(valueFor: (field: Field) => Value) =>
    Object.fromEntries(names.map((field) => [field, valueFor(field)])) as Record<Field, Value>;
  const form = useForm(
    names,
    {},
    (value) => ofEach((field) => read(value(field)) !== '' && wrong(field, read(value(field)))),
    search,
  );
  const apply = () => {
    if (!form.check()) return;
    onApply(ofEach((field) => read(form.value(field))));
    onClose();
  };
  return (
    <Sheet title={title} onClose={onClose}>
      <Form {...form.attributes} onSubmit={apply}>
        {names.map((field) => (
          <TextInput key={field} label={fields[field]} maxLength={100} {...form.input(field)} />
        ))}
        {children}
        <Button type="submit">{t('audit.apply')}</Button>
      </Form>
      {clear && (
        <TextLink
          onClick={() => {
            clear.onClear();
            onClose();
          }}
        >
          {clear.text}
        </TextLink>
      )}
    </Sheet>
  );
}
