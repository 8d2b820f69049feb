import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge, Icon, type Tone } from '../icon/Icon.tsx';
import type { IconSource } from '../icon/icons.ts';
import * as styles from './Rows.module.css';

/** A list of rows with a border around. */
export function Rows({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps {
  readonly icon?: IconSource;
  readonly tone?: Tone;
  /** Instead of an icon: the code of a unit. */
  readonly unit?: string;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly end?: ReactNode;
  readonly endDetail?: ReactNode;
  /** Where the row leads; it then ends with an arrow. */
  readonly to?: string;
}

/** One row: a badge, a title with a detail, and something at the end. It wraps, nothing is cut off. */
export function Row({ icon, tone, unit, title, detail, end, endDetail, to }: RowProps) {
  const content = (
    <>
      {icon !== undefined && <Badge icon={icon} {...(tone && { tone })} />}
      {unit !== undefined && (
        <span className={styles.unit} aria-hidden="true">
          {unit}
        </span>
      )}
      <span className={styles.main}>
        <strong>{title}</strong>
        {detail !== undefined && <small>{detail}</small>}
      </span>
      {end !== undefined && (
        <span className={styles.end}>
          {end}
          {endDetail !== undefined && <small>{endDetail}</small>}
        </span>
      )}
    </>
  );
  if (to === undefined) return <li className={styles.row}>{content}</li>;
  return (
    <li>
      <Link className={styles.row} to={to}>
        {content}
        <Icon of="next" />
      </Link>
    </li>
  );
}

export interface ShortcutItem {
  readonly to: string;
  readonly icon: IconSource;
  readonly label: string;
}

interface ShortcutsProps {
  readonly label: string;
  readonly items: readonly ShortcutItem[];
  /** Id of the text that says why none of them can be used now. */
  readonly disabledBecause?: string | undefined;
}

/** Tiles that start the money flows. A disabled one stays reachable and says its reason. */
export function Shortcuts({ label, items, disabledBecause }: ShortcutsProps) {
  return (
    <ul className={styles.shortcuts} aria-label={label}>
      {items.map(({ to, icon, label: text }) => (
        <li key={to}>
          {disabledBecause === undefined ? (
            <Link className={styles.shortcut} to={to}>
              <Icon of={icon} />
              {text}
            </Link>
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: a link without an address is no link to a browser
            <span
              className={styles.shortcut}
              role="link"
              aria-disabled="true"
              tabIndex={0}
              aria-describedby={disabledBecause}
            >
              <Icon of={icon} />
              {text}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
