import { type ReactNode, useId } from 'react';
import { Icon } from '../icon/Icon.tsx';
import type { IconSource } from '../icon/icons.ts';
import { Field, FieldError, type FieldTexts } from './Field.tsx';
import { NativeSelect, type Option } from './NativeSelect.tsx';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
}

/** The platform's own menu. */
export function Select<Value extends string>(props: ChoiceProps<Value> & FieldTexts & { icon?: IconSource }) {
  const { value, options, onChange, icon, ...texts } = props;
  return (
    <Field {...texts}>
      {(control) => (
        <>
          {icon !== undefined && <Icon of={icon} />}
          <NativeSelect value={value} options={options} onChange={onChange} attributes={control} />
          <Icon of="down" />
        </>
      )}
    </Field>
  );
}

/** A few large choices of which one holds: radio buttons with room for a finger. */
export function ChoiceGroup<Value extends string>(
  props: Omit<ChoiceProps<Value>, 'value'> & { value: Value | undefined; columns?: 2; error?: string | undefined },
) {
  const { label, value, options, onChange, columns, error } = props;
  const id = useId();
  return (
    <fieldset className="choices" data-columns={columns} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="choice">
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            aria-invalid={error ? true : undefined}
            onChange={() => onChange(option.value)}
          />
          <strong>{option.label}</strong>
        </label>
      ))}
      {error && <FieldError id={`${id}-error`} text={error} />}
    </fieldset>
  );
}

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

/** A statement that the member agrees to. */
export function Checkbox({ checked, onChange, error, children }: CheckboxProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="choice" data-plain>
        <input
          type="checkbox"
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  );
}

/** Two to six short choices side by side, in effect at once. */
export function Segmented<Value extends string>(props: ChoiceProps<Value> & { columns?: 3; labelHidden?: boolean }) {
  const { label, labelHidden, value, options, onChange, columns } = props;
  const id = useId();
  return (
    <div className="field">
      <span className={labelHidden ? 'unseen' : 'field-label'} id={id}>
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay its children out as columns everywhere */}
      <div className="segmented" role="group" aria-labelledby={id} data-columns={columns}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            lang={option.lang}
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value)}
          >
            {option.label}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Filters over a list: chips of which one holds. */
export function Filters<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay its children out in wrapping lines everywhere
    <div className="chips" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          className="chip"
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
