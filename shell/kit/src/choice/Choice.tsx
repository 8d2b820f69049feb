import { useId } from 'react';
import { Icon } from '../icon/Icon.tsx';
import type { IconSource } from '../icon/icons.ts';
import * as chipStyles from '../surface/Chip.module.css';
import * as textStyles from '../surface/Text.module.css';
import * as styles from './Choice.module.css';
import * as fieldStyles from './Field.module.css';
import { Field, type FieldTexts } from './Field.tsx';
import { NativeSelect, type Option } from './NativeSelect.tsx';

export interface ChoiceProps<Value extends string> {
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

/** Two to six short choices side by side, in effect at once. */
export function Segmented<Value extends string>(props: ChoiceProps<Value> & { columns?: 3; labelHidden?: boolean }) {
  const { label, labelHidden, value, options, onChange, columns } = props;
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      <span className={labelHidden ? textStyles.unseen : fieldStyles.label} id={id}>
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay its children out as columns everywhere */}
      <div className={styles.segmented} role="group" aria-labelledby={id} data-columns={columns}>
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
    <div className={chipStyles.chips} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          className={chipStyles.chip}
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
