import type { ComponentProps } from 'react';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Language of the label, when it is not the page's. */
  readonly lang?: string;
}

interface NativeSelectProps<Value extends string> {
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  /** Its name or what describes it, from whoever puts it into a control. */
  readonly attributes: Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'>;
}

/** The platform's own menu, which gives back one of its options and nothing else. */
export function NativeSelect<Value extends string>({ value, options, onChange, attributes }: NativeSelectProps<Value>) {
  return (
    <select
      {...attributes}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} lang={option.lang}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
