import type { ReactNode } from 'react';
import * as styles from './Text.module.css';

/** A second-rank text. */
export function Hint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>;
}

/** What is to be compared or copied letter by letter: an address, a key, a code. */
export function Code({ children }: { children: ReactNode }) {
  return (
    <span className={styles.code} translate="no">
      {children}
    </span>
  );
}

/** For readers of the page alone; `live` is read out when it changes. */
export function Unseen({ live, children }: { live?: boolean; children: ReactNode }) {
  if (!live) return <span className={styles.unseen}>{children}</span>;
  return (
    <p className={styles.unseen} role="status">
      {children}
    </p>
  );
}
