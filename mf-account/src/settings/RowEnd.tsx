import { Icon } from '@trellis/kit';
import type { ReactNode } from 'react';
import * as styles from './RowEnd.module.css';

/** What holds now, and that the row opens. */
export function RowEnd({ value, children }: { value?: ReactNode; children?: ReactNode }) {
  return (
    <span className={styles.end}>
      {value !== undefined && <small>{value}</small>}
      {children}
      <Icon icon="next" />
    </span>
  );
}
