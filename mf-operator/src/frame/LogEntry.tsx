import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Actor } from './Actor.tsx';
import * as styles from './LogEntry.module.css';
import { Moment } from './Moment.tsx';

/** The entries of a log, the latest first. */
export function LogEntries({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

/** A name and what it is, `false` where it is not known. */
export type LogFact = readonly [name: string, value: ReactNode] | false;

interface LogHead {
  readonly action: ReactNode;
  readonly subject: ReactNode;
  readonly actor: string;
  readonly at: ReactNode;
}

interface LogEntryProps extends LogHead {
  /** `null`: it was there before anybody set anything. */
  readonly at: string | null;
  /** It is not as it was written, or one before it is gone. */
  readonly broken?: boolean;
  /** What is shown of it when it is open. */
  readonly facts: readonly LogFact[];
}

/** One thing that was done, to what, by whom and when; open, it says more. */
export function LogEntry({ at, broken, facts, ...head }: LogEntryProps) {
  const { t } = useTranslation('operator');
  return (
    <li>
      <details className={styles.row} data-broken={broken || undefined}>
        <Head {...head} at={at === null ? t('rates.always') : <Moment at={at} />} />
        <dl className={styles.facts}>
          {facts.flatMap((fact) =>
            fact ? [<dt key={fact[0]}>{fact[0]}</dt>, <dd key={`${fact[0]} is`}>{fact[1]}</dd>] : [],
          )}
        </dl>
      </details>
    </li>
  );
}

interface LogGroupProps extends LogHead {
  /** One of them is not as it was written. */
  readonly broken?: boolean;
  readonly children: ReactNode;
}

/** Entries of one person that matter little one by one, in a line of their own; open, it has each of them. */
export function LogGroup({ broken, children, ...head }: LogGroupProps) {
  return (
    <li>
      <details className={styles.row} data-group data-broken={broken || undefined}>
        <Head {...head} />
        <LogEntries>{children}</LogEntries>
      </details>
    </li>
  );
}

function Head({ action, subject, actor, at }: LogHead) {
  return (
    <summary>
      <span className={styles.action}>{action}</span>
      <span className={styles.subject} translate="no">
        {subject}
      </span>
      <span className={styles.who}>
        <Actor name={actor} />
      </span>
      <span className={styles.time}>{at}</span>
    </summary>
  );
}
