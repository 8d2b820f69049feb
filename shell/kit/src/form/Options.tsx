import type { Unit } from '@trellis/api-contract';
import { type ReactNode, useId } from 'react';
import type { ChoiceProps } from '../choice/Choice.tsx';
import * as fieldStyles from '../choice/Field.module.css';
import { FieldError } from '../choice/Field.tsx';
import type { Option } from '../choice/NativeSelect.tsx';
import { Coin } from '../mark/Coin.tsx';
import * as textStyles from '../surface/Text.module.css';
import * as styles from './Options.module.css';

/** A few large choices of which one holds: radio buttons with room for a finger. */
export function ChoiceGroup<Value extends string>(
  props: Omit<ChoiceProps<Value>, 'value' | 'options'> & ChoiceGroupProps<Value>,
) {
  const { label, labelHidden, value, options, onChange, columns, error } = props;
  const id = useId();
  return (
    <fieldset className={styles.choices} data-columns={columns} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={labelHidden ? textStyles.unseen : undefined}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            aria-invalid={error ? true : undefined}
            onChange={() => onChange(option.value)}
          />
          {option.detail === undefined ? (
            <strong>{option.label}</strong>
          ) : (
            <span className={styles.said}>
              <strong>{option.label}</strong>
              <small>{option.detail}</small>
            </span>
          )}
        </label>
      ))}
      {error && <FieldError id={`${id}-error`} text={error} />}
    </fieldset>
  );
}

interface ChoiceGroupProps<Value extends string> {
  readonly value: Value | undefined;
  /** `detail`: one line on what the choice brings. */
  readonly options: readonly (Option<Value> & { readonly detail?: ReactNode })[];
  readonly columns?: 2;
  /** A heading above says the same. */
  readonly labelHidden?: boolean;
  readonly error?: string | undefined;
}

/** A few short choices of which one holds, each with its mark; they wrap, and none is cut off. */
export function ChipGroup<Value extends string>(props: ChipGroupProps<Value>) {
  const { label, value, options, onChange, error } = props;
  const id = useId();
  return (
    <fieldset className={styles.choices} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      <div className={styles.chips}>
        {options.map((option) => (
          <label key={option.value} className={styles.chip}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              aria-invalid={error && option.value === value ? true : undefined}
              onChange={() => onChange(option.value)}
            />
            {option.unit && <Coin unit={option.unit} size="small" />}
            {option.detail === undefined ? (
              option.label
            ) : (
              <span className={styles.said}>
                {option.label}
                <small>{option.detail}</small>
              </span>
            )}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`} text={error} />}
    </fieldset>
  );
}

interface ChipGroupProps<Value extends string> extends Omit<ChoiceProps<Value>, 'options'> {
  readonly options: readonly (Option<Value> & { readonly unit?: Unit; readonly detail?: string })[];
  readonly error?: string | undefined;
}

/** What a list is narrowed to: one of a few, or none. Pressing what holds takes it back. */
export function Pills<Value extends string>(
  props: Omit<ChipGroupProps<Value>, 'error' | 'value' | 'onChange'> & PillsChoice<Value>,
) {
  const { label, value, options, onChange } = props;
  const id = useId();
  return (
    <div className={styles.choices}>
      <span className={fieldStyles.label} id={id}>
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay its children out in wrapping lines everywhere */}
      <div className={styles.chips} role="group" aria-labelledby={id}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            className={styles.pill}
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value === value ? '' : option.value)}
          >
            {option.unit && <Coin unit={option.unit} size="small" />}
            {option.label}
          </button>
        ))}
      </div>
    </div>
  );
}

interface PillsChoice<Value extends string> {
  /** Empty: none of them. */
  readonly value: Value | '';
  readonly onChange: (value: Value | '') => void;
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
    <div className={fieldStyles.field}>
      <label className={styles.choice} data-plain>
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
