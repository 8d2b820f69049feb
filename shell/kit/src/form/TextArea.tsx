import { Field } from '../choice/Field.tsx';
import * as styles from './TextArea.module.css';
import type { InputProps } from './TextInput.tsx';

interface TextAreaProps extends Pick<InputProps, 'label' | 'hint' | 'error' | 'value' | 'onChange'> {
  readonly maxLength: number;
}

/** Several lines of text. */
export function TextArea({ label, hint, error, value, onChange, maxLength }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          className={styles.lines}
          rows={6}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...control}
        />
      )}
    </Field>
  );
}
