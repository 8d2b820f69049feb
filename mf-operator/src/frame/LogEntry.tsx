import type { ReactNode } from 'react';
import * as styles from './LogEntry.module.css';
import { Moment } from './Moment.tsx';

/** The entries of a log, the latest first. */
export function LogEntries({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

/** A name and what it is, `false` where it is not known. */
export type LogFact = readonly [name: string, value: ReactNode] | false;

interface LogEntryProps {
  readonly action: ReactNode;
  readonly subject: ReactNode;
  readonly actor: string;
  readonly at: string;
  /** It is not as it was written, or one before it is gone. */
  readonly broken?: boolean;
  /** What is shown of it when it is open. */
  readonly facts: readonly LogFact[];
}

/** One thing that was done, to what, by whom and when; open, it says more. */
export function LogEntry({ action, subject, actor, at, broken, facts }: LogEntryProps) {
  return (
    <li>
      <details className={styles.row} data-broken={broken || undefined}>
        <summary>
          <span className={styles.action} translate="no">
            {action}
          </span>
          <span className={styles.subject} translate="no">
            {subject}
          </span>
          <span className={styles.who} translate="no">
            {actor}
          </span>
          <span className={styles.time}>
            <Moment at={at} />
          </span>
        </summary>
        <dl className={styles.facts}>
          {facts.flatMap((fact) =>
            fact ? [<dt key={fact[0]}>{fact[0]}</dt>, <dd key={`${fact[0]} is`}>{fact[1]}</dd>] : [],
          )}
        </dl>
      </details>
    </li>
  );
}
