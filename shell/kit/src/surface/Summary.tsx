import type { Money } from '@trellis/api-contract';
import type { ReactNode } from 'react';
import type { Tone } from '../icon/Icon.tsx';
import { Amount } from './Amount.tsx';
import * as styles from './Summary.module.css';

export interface SummaryRow {
  readonly label: string;
  readonly value: ReactNode | Money;
  /** A coloured key before the label: the same tone as in the picture above. */
  readonly tone?: Tone;
  /** Nobody else's business: it stays on the screen where the rest is given away. */
  readonly own?: boolean;
}

interface SummaryProps {
  readonly rows: readonly SummaryRow[];
  /** The last row is the total: ruled off and strong. */
  readonly total?: boolean;
}

/** Label at the start, value at the end of each line; the total, if there is one, comes last. */
export function Summary({ rows, total }: SummaryProps) {
  return (
    <dl className={styles.summary}>
      {rows.map((row, index) => (
        <div
          key={row.label}
          data-total={(total && index === rows.length - 1) || undefined}
          data-own={row.own || undefined}
        >
          <dt className={row.tone && styles.key} data-tone={row.tone}>
            {row.label}
          </dt>
          <dd>{isMoney(row.value) ? <Amount money={row.value} opens /> : row.value}</dd>
        </div>
      ))}
    </dl>
  );
}

const isMoney = (value: ReactNode | Money): value is Money =>
  typeof value === 'object' && value !== null && 'amount' in value && 'unit' in value;
