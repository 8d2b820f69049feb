import type { ReactNode } from 'react';
import * as styles from './Screen.module.css';

/** What the shell has to say to every screen, between its header and its content. Out of sight it keeps its room. */
export function Bar({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  return (
    <div className={styles.bar} role="status" data-hidden={hidden || undefined}>
      {children}
    </div>
  );
}
