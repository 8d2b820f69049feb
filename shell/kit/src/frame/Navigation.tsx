import { useContext } from 'react';
import { Link } from 'react-router-dom';
import * as iconButtonStyles from '../action/IconButton.module.css';
import { NativeSelect, type Option } from '../choice/NativeSelect.tsx';
import { Icon, Mark } from '../icon/Icon.tsx';
import type { IconSource } from '../icon/icons.ts';
import * as styles from './Navigation.module.css';
import { ShellPartsContext } from './ShellParts.ts';

export interface NavigationItem {
  readonly to: string;
  readonly label: string;
  readonly icon: IconSource;
  readonly current: boolean;
  /** Only in the rail: at the foot there is no room for it. */
  readonly rail?: boolean;
}

/**
 * The places at the foot of every screen, and in a rail alongside it where there is room: icon and label always, the one that
 * is open is marked.
 */
export function BottomNavigation({ label, items }: { label: string; items: readonly NavigationItem[] }) {
  const { productName } = useContext(ShellPartsContext);
  return (
    <nav data-testid="places" className={styles.nav} aria-label={label}>
      <p className={styles.brand} translate="no">
        <Mark />
        {productName}
      </p>
      {items.map((item) => (
        <Link
          viewTransition
          key={item.to}
          to={item.to}
          aria-current={item.current ? 'page' : undefined}
          className={item.rail ? styles.rail : undefined}
        >
          <Icon icon={item.icon} />
          {item.label}
        </Link>
      ))}
    </nav>
  );
}

interface HeaderLinkProps {
  readonly to: string;
  /** Says the count too: "Notifications, 3 unread". */
  readonly label: string;
  readonly icon: IconSource;
  readonly count?: string | undefined;
}

/** An icon in the header that leads somewhere, with a count when there is one. */
export function HeaderLink({ to, label, icon, count }: HeaderLinkProps) {
  return (
    <Link viewTransition className={iconButtonStyles.iconButton} to={to} aria-label={label}>
      <Icon icon={icon} />
      {/* Drawn, and no text: the label says it. */}
      {count !== undefined && <span className={styles.count} data-count={count} />}
    </Link>
  );
}

interface HeaderSelectProps<Value extends string> {
  readonly label: string;
  readonly icon: IconSource;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
}

/** An icon in the header that opens the platform's own menu, such as the language. */
export function HeaderSelect<Value extends string>({
  label,
  icon,
  value,
  options,
  onChange,
}: HeaderSelectProps<Value>) {
  return (
    <span className={iconButtonStyles.iconButton}>
      <Icon icon={icon} />
      <NativeSelect value={value} options={options} onChange={onChange} attributes={{ 'aria-label': label }} />
    </span>
  );
}

/** Places inside one screen, each with an address of its own. */
export function Tabs({
  label,
  items,
}: {
  label: string;
  items: readonly { readonly to: string; readonly label: string; readonly current: boolean }[];
}) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {items.map((item) => (
        <Link viewTransition key={item.to} to={item.to} replace aria-current={item.current ? 'page' : undefined}>
          {item.label}
        </Link>
      ))}
    </nav>
  );
}
