import type { MouseEvent } from 'react';
import { Icon } from '../icon/Icon.tsx';
import type { IconSource } from '../icon/icons.ts';
import * as styles from './IconButton.module.css';

interface IconButtonProps {
  /** What it does, for whoever does not see the icon. */
  readonly label: string;
  readonly icon: IconSource;
  readonly onClick: () => void;
  readonly disabled?: boolean;
}

/** An act that an icon alone shows. */
export function IconButton({ label, icon, onClick, disabled }: IconButtonProps) {
  return (
    <button className={styles.iconButton} type="button" aria-label={label} disabled={disabled} onClick={onClick}>
      <Icon icon={icon} />
    </button>
  );
}

interface IconDownloadProps {
  readonly label: string;
  readonly icon: IconSource;
  readonly href: string;
  readonly onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/** A file to keep that an icon alone offers; its name stands where a pointer rests. */
export function IconDownload({ label, icon, href, onClick }: IconDownloadProps) {
  return (
    <a className={styles.iconButton} href={href} download aria-label={label} title={label} onClick={onClick}>
      <Icon icon={icon} />
    </a>
  );
}
