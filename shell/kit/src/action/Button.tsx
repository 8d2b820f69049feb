import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../icon/Icon.tsx';
import type { IconSource } from '../icon/icons.ts';

interface Look {
  readonly kind?: 'quiet' | 'danger' | undefined;
  readonly size?: 'small' | undefined;
  readonly icon?: IconSource | undefined;
  readonly children: ReactNode;
}

interface ButtonProps extends Look {
  readonly type?: 'button' | 'submit';
  /** Id of the form it submits, when it stands outside of it (in the dock). */
  readonly form?: string;
  readonly onClick?: () => void;
  readonly disabled?: boolean;
  /** Working: it stays focusable and says so, but a second press does nothing. */
  readonly busy?: boolean;
  readonly describedBy?: string;
}

/** A button names its act and its amount: "Send 12.00 USD", never "OK". */
export function Button(props: ButtonProps) {
  const { kind, size, icon, children, type = 'button', form, onClick, disabled, busy = false, describedBy } = props;
  return (
    <button
      className="button"
      data-kind={kind}
      data-size={size}
      type={type}
      form={form}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={describedBy}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.();
      }}
    >
      {icon !== undefined && <Icon of={icon} />}
      {children}
    </button>
  );
}

/** A link with the look of a button. */
export function LinkButton({ to, kind, size, icon, children }: Look & { to: string }) {
  return (
    <Link className="button" data-kind={kind} data-size={size} to={to}>
      {icon !== undefined && <Icon of={icon} />}
      {children}
    </Link>
  );
}

interface TextLinkProps {
  /** A path of the app; without it the link is a button. */
  readonly to?: string;
  readonly onClick?: () => void;
  readonly icon?: IconSource;
  readonly children: ReactNode;
}

/** A quiet act inside a heading or a text. */
export function TextLink({ to, onClick, icon, children }: TextLinkProps) {
  const content = (
    <>
      {icon !== undefined && <Icon of={icon} />}
      {children}
    </>
  );
  if (to === undefined) {
    return (
      <button className="link" type="button" onClick={onClick}>
        {content}
      </button>
    );
  }
  return (
    <Link className="link" to={to} onClick={onClick}>
      {content}
    </Link>
  );
}

/** Buttons side by side, below each other where they do not fit. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className="buttons">{children}</div>;
}
