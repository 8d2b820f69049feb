import { typedNumber } from '@trellis/api-contract';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as fieldStyles from '../choice/Field.module.css';
import { type ControlAttributes, Field, type FieldTexts } from '../choice/Field.tsx';
import { Icon } from '../icon/Icon.tsx';
import type { IconSource } from '../icon/icons.ts';
import { Meter } from './Meter.tsx';
import { passwordStrength, type Strength } from './passwordStrength.ts';

export interface InputProps extends FieldTexts {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly autoComplete?: ComponentProps<'input'>['autoComplete'];
  readonly disabled?: boolean;
}

interface TextInputProps extends InputProps {
  readonly type?: 'text' | 'email' | 'search' | 'date' | 'datetime-local';
  readonly inputMode?: ComponentProps<'input'>['inputMode'];
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly readOnly?: boolean;
  readonly icon?: IconSource;
  /** Before the input, inside the control. */
  readonly start?: ReactNode;
  /** After the input, inside the control: usually an `<InputButton>`. */
  readonly end?: ReactNode;
  readonly size?: 'amount' | 'code' | 'hero' | 'part';
  /** The former name of `trailing`, which features go on with for one version. */
  readonly aside?: ReactNode;
  /** How many characters wide it is, where its width follows what it holds. */
  readonly chars?: number;
  readonly below?: ReactNode;
  /** Too long for one line, and of use only where all of it is seen: an address. It stays one word to those who read it. */
  readonly whole?: boolean;
}

/** One line of text. Names and codes are never "corrected" by the keyboard nor translated. */
export function TextInput(props: TextInputProps) {
  const {
    label,
    labelHidden,
    spoken,
    trailing,
    aside,
    labelAction,
    hint,
    good,
    error,
    size,
    below,
    icon,
    start,
    end,
    chars,
    whole,
    onChange,
    ...input
  } = props;
  const asTyped = {
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
    translate: 'no',
    autoComplete: 'off',
    ...input,
  } as const;
  return (
    <Field
      label={label}
      trailing={trailing ?? aside}
      labelAction={labelAction}
      hint={hint}
      good={good}
      error={error}
      below={below}
      {...(labelHidden && { labelHidden })}
      {...(spoken !== undefined && { spoken })}
      {...(size && { size })}
    >
      {(control) => (
        <>
          {icon !== undefined && <Icon icon={icon} />}
          {start}
          {whole ? (
            <Whole {...asTyped} {...control} onChange={onChange} />
          ) : (
            <input
              type="text"
              {...asTyped}
              {...control}
              style={chars === undefined ? undefined : { '--chars': chars }}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
          {end}
        </>
      )}
    </Field>
  );
}

type WholeProps = ControlAttributes &
  Pick<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'maxLength' | 'placeholder'>;

/** One line that breaks where it must, as high as it needs to be. */
function Whole({ value, onChange, ...attributes }: WholeProps) {
  return (
    // What is typed stands in it a second time, unseen, and gives it its height.
    <span className={fieldStyles.whole} data-value={value}>
      <textarea
        {...attributes}
        rows={1}
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll(/[\r\n]+/g, ''))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
    </span>
  );
}

interface InputButtonProps {
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly label?: string;
  readonly pressed?: boolean;
  readonly children: ReactNode;
}

/** An act at the end of an input: change, resend, Max. */
export function InputButton({ onClick, disabled, label, pressed, children }: InputButtonProps) {
  return (
    <button
      className={fieldStyles.end}
      type="button"
      disabled={disabled}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** What stands at the end of an input and cannot be pressed: a unit. */
export function InputEnd({ children }: { children: ReactNode }) {
  return <span className={fieldStyles.end}>{children}</span>;
}

const strengthText = {
  weak: 'password.weak',
  fair: 'password.fair',
  strong: 'password.strong',
} as const satisfies Record<Strength, string>;
const strengthTone = { weak: 'negative', fair: 'warning', strong: 'positive' } as const;
const strengthShare = { weak: 0.25, fair: 0.6, strong: 1 } as const;

interface PasswordInputProps extends InputProps {
  /** Shows a meter; words that make a password easy to guess for this member, such as the username. */
  readonly strengthAgainst?: readonly string[];
}

/** A password that can be shown, with a strength meter where a new one is chosen. The server decides, not the meter. */
export function PasswordInput({ strengthAgainst, hint, ...props }: PasswordInputProps) {
  const { t } = useTranslation('kit');
  const [shown, setShown] = useState(false);
  const strength = strengthAgainst && props.value !== '' ? passwordStrength(props.value, strengthAgainst) : undefined;
  const meter = strength && <Meter share={strengthShare[strength]} tone={strengthTone[strength]} />;
  return (
    <Field
      {...props}
      below={meter}
      hint={
        strength ? (
          <>
            {t(strengthText[strength])}
            <br />
            {hint}
          </>
        ) : (
          hint
        )
      }
    >
      {(control) => (
        <>
          <input
            type={shown ? 'text' : 'password'}
            autoComplete={props.autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            translate="no"
            value={props.value}
            disabled={props.disabled}
            onBlur={props.onBlur}
            onChange={(event) => props.onChange(event.target.value)}
            {...control}
          />
          <InputButton label={t('password.show')} pressed={shown} onClick={() => setShown(!shown)}>
            <Icon icon="eye" />
          </InputButton>
        </>
      )}
    </Field>
  );
}

const codeLength = 6;

/**
 * A six-digit code, one input with a place for each digit; full-width digits are read as digits, and the phone may fill it in from the message. `onComplete`:
 * for a code that is the last thing a form asks for, and that moves no money: its sixth digit sends the form.
 */
export function CodeInput({
  onChange,
  onComplete,
  ...props
}: InputProps & { end?: ReactNode; onComplete?: ((code: string) => void) | undefined }) {
  const change = (text: string) => {
    const code = typedNumber(text).replace(/\D/g, '').slice(0, codeLength);
    onChange(code);
    // Once: whoever mends a digit types the last one again.
    if (code.length === codeLength && props.value.length < codeLength) onComplete?.(code);
  };
  return <TextInput {...props} size="code" inputMode="numeric" autoComplete="one-time-code" onChange={change} />;
}
