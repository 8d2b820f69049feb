import type { ReactNode } from 'react';
import * as styles from './DecisionButton.module.css';

interface DecisionButtonProps {
  /** No: it ends what cannot be taken up again. */
  readonly isNo?: boolean;
  /** What it takes is there: of two that weigh the same, this one is chosen. */
  readonly isChosen?: boolean;
  /** The key that presses it. */
  readonly shortcut?: string;
  readonly type?: 'button' | 'submit';
  readonly busy?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** One of two answers that weigh the same until one is chosen: an outline each, filled once it is chosen. */
export function DecisionButton(props: DecisionButtonProps) {
  const { isNo, isChosen, shortcut, type = 'button', busy = false, onClick, children } = props;
  return (
    <button
      className={styles.decision}
      type={type}
      data-no={isNo || undefined}
      data-chosen={isChosen || undefined}
      aria-keyshortcuts={shortcut}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy || type === 'button') event.preventDefault();
        if (!busy) onClick?.();
      }}
    >
      {children}
      {shortcut !== undefined && (
        <span className={styles.key} aria-hidden="true">
          {shortcut}
        </span>
      )}
    </button>
  );
}

/** Answers side by side, each as wide as the other. */
export function Decisions({ children }: { children: ReactNode }) {
  return <div className={styles.decisions}>{children}</div>;
}
