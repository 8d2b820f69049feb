import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../icon/Icon.tsx';
import type { IconSource } from '../icon/icons.ts';
import * as styles from './Button.module.css';

interface Look {
  /** `outlined`: as large as the first, and not it; `ghost`: no ground at all. */
  readonly kind?: 'quiet' | 'danger' | 'outlined' | 'ghost' | undefined;
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
      className={styles.button}
      data-kind={kind}
      data-size={size}
      data-act={size === undefined || undefined}
      type={type}
      form={form}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={describedBy}
      onClick={(event) => {
        // One that opens a form may have become its submit button when the browser comes to act on the press.
        if (busy || type === 'button') event.preventDefault();
        if (!busy) onClick?.();
      }}
    >
      {icon !== undefined && <Icon icon={icon} />}
      {children}
    </button>
  );
}

/** A link with the look of a button. */
export function LinkButton({ to, kind, size, icon, children }: Look & { to: string }) {
  return (
    <Link viewTransition className={styles.button} data-kind={kind} data-size={size} to={to}>
      {icon !== undefined && <Icon icon={icon} />}
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
      {icon !== undefined && <Icon icon={icon} />}
      {children}
    </>
  );
  if (to === undefined) {
    return (
      <button className={styles.link} data-link type="button" onClick={onClick}>
        {content}
      </button>
    );
  }
  return (
    <Link viewTransition className={styles.link} data-link to={to} onClick={onClick}>
      {content}
    </Link>
  );
}

interface ExternalLinkProps {
  readonly href: string;
  /** The file is kept instead of shown, under the name that the server gives it, or under this one. */
  readonly download?: boolean | string;
  /** In a page of its own, which learns nothing of this one. */
  readonly apart?: boolean;
  readonly onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  readonly children: ReactNode;
}

/** A quiet link to what is no screen of the app: a file, another program, another site. */
export function ExternalLink({ href, download, apart, onClick, children }: ExternalLinkProps) {
  return (
    <a
      className={styles.link}
      data-link
      href={href}
      download={download}
      onClick={onClick}
      target={apart ? '_blank' : undefined}
      rel={apart ? 'noreferrer' : undefined}
    >
      {children}
    </a>
  );
}

/** A link out of the app with the look of a quiet button; in a page of its own, which learns nothing of this one. */
export function ExternalLinkButton({ href, icon, children }: { href: string; icon: IconSource; children: ReactNode }) {
  return (
    <a className={styles.button} data-kind="quiet" data-size="small" href={href} target="_blank" rel="noreferrer">
      <Icon icon={icon} />
      {children}
    </a>
  );
}

/** Buttons side by side, below each other where they do not fit. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}
