import { type ReactNode, useId } from 'react';
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

interface SelectLook {
  readonly icon?: IconSource;
  /** As long as what is chosen, and no field in a form. */
  readonly size?: 'chip';
}

/** The platform's own menu, under a text of our own: the platform would cut off what does not fit on its one line. */
export function Select<Value extends string>(props: ChoiceProps<Value> & FieldTexts & SelectLook) {
  const { value, options, onChange, icon, size, ...texts } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <Field {...texts} size={size}>
      {(control) => (
        <>
          {icon !== undefined && <Icon icon={icon} />}
          <span className={fieldStyles.chosen} aria-hidden="true" lang={chosen?.lang}>
            {chosen?.label}
          </span>
          <NativeSelect value={value} options={options} onChange={onChange} attributes={control} />
          {size !== 'chip' && <Icon icon="down" />}
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

/** Filters over a list: one row of chips of which one holds, with more choices before them where there are any. */
export function Filters<Value extends string>(props: ChoiceProps<Value> & { more?: ReactNode }) {
  const { label, value, options, onChange, more } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay its children out in wrapping lines everywhere
    <div className={chipStyles.row} role="group" aria-label={label}>
      {more}
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

/** Opens the choices that no chip has room for; says how many of them hold. */
export function MoreFilters({ label, count, onClick }: { label: string; count: number; onClick: () => void }) {
  return (
    <button className={chipStyles.chip} type="button" aria-haspopup="dialog" onClick={onClick}>
      <Icon icon="filter" />
      <span className={textStyles.unseen}>{label}</span>
      {count > 0 && <span>{count}</span>}
    </button>
  );
}
