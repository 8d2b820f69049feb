import { type ReactNode, useId } from 'react';
import { Icon } from '../icon/Icon.tsx';
import * as textStyles from '../surface/Text.module.css';
import * as styles from './Field.module.css';

/** What every field may say about itself. */
export interface FieldTexts {
  readonly label: string;
  /** For fields whose place already says what they are: the label is read, not shown. */
  readonly labelHidden?: boolean;
  /** Said after the label to those who do not see alongside what the field stands. */
  readonly spoken?: string;
  /** Alongside the label, at the end of its line. */
  readonly trailing?: ReactNode;
  /** A link at the end of the label's line, and no part of the name: a keyboard comes to it after the control. */
  readonly labelAction?: ReactNode;
  readonly hint?: ReactNode;
  /** What was found out about the entry, and speaks for it; `true` where it stands alongside the label already. */
  readonly good?: string | true | undefined;
  readonly error?: string | undefined;
}

/** What the control inside must carry so that label, hint and error belong to it. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldProps extends FieldTexts {
  /**
   * A larger control: an amount, a code with wide spacing; `hero`: the one figure that its screen is about, and the field at
   * once; `part`: one half of what is given and what is received; `chip`: a smaller one.
   */
  readonly size?: 'amount' | 'code' | 'hero' | 'part' | 'chip' | undefined;
  /** Between the control and the hint: a strength meter, amounts to choose from. */
  readonly below?: ReactNode;
  readonly children: (control: ControlAttributes) => ReactNode;
}

/** Label, control, hint and error of one field. The error stands under the field and is announced with it. */
export function Field(props: FieldProps) {
  const { label, labelHidden, spoken, trailing, labelAction, hint, good, error, size, below, children } = props;
  const id = useId();
  const isHero = size === 'hero';
  // Alongside the label it is a part of the name; below the figure it describes it.
  const trailsFigure = isHero && trailing !== undefined;
  const describedBy = [
    trailsFigure && `${id}-trailing`,
    typeof good === 'string' && `${id}-good`,
    hint && `${id}-hint`,
    error && `${id}-error`,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles.field} data-size={size} data-good={good && !error ? true : undefined}>
      <label className={labelHidden ? textStyles.unseen : styles.label} htmlFor={id}>
        <span>
          {label}
          {spoken !== undefined && <span className={textStyles.unseen}> {spoken}</span>}
        </span>
        {trailing !== undefined && !isHero && <span>{trailing}</span>}
      </label>
      <div className={styles.control} data-size={size}>
        {children({
          id,
          'aria-describedby': describedBy === '' ? undefined : describedBy,
          'aria-invalid': error ? true : undefined,
        })}
      </div>
      {labelAction !== undefined && <span className={styles.labelAction}>{labelAction}</span>}
      {isHero ? (
        <div className={styles.trailing}>
          {trailsFigure && <span id={`${id}-trailing`}>{trailing}</span>}
          {below}
        </div>
      ) : (
        below
      )}
      {typeof good === 'string' && (
        <p className={styles.good} id={`${id}-good`}>
          <Icon icon="check" />
          {good}
        </p>
      )}
      {hint && (
        <p className={textStyles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  );
}

export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <p className={styles.error} id={id}>
      <Icon icon="alert" />
      {text}
    </p>
  );
}
