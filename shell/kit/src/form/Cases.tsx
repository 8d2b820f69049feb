import type { Money } from '@trellis/api-contract';
import type { ReactNode } from 'react';
import { Amount, ExactAmounts } from '../surface/Amount.tsx';
import * as styles from './Cases.module.css';

/** What may come of an act, side by side and at the same size: the best, and what comes without a reward. */
export function Cases({ children }: { children: ReactNode }) {
  return (
    // Two decimals, so that they stand side by side; what they are made of is exact alongside them.
    <ExactAmounts value={false}>
      <div className={styles.cases}>{children}</div>
    </ExactAmounts>
  );
}

interface CaseProps {
  readonly label: string;
  readonly money: Money;
  /** When it is so. */
  readonly text: string;
}

/** One of them. */
export function Case({ label, money, text }: CaseProps) {
  return (
    <div className={styles.case}>
      <span>{label}</span>
      <strong>
        <Amount money={money} opens />
      </strong>
      <small>{text}</small>
    </div>
  );
}
