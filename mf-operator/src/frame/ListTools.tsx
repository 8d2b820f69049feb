import type { ReactNode } from 'react';
import * as styles from './ListTools.module.css';

/** What can be done with a list as it is narrowed down, above it and side by side. */
export function ListTools({ children }: { children: ReactNode }) {
  return <div className={styles.tools}>{children}</div>;
}
