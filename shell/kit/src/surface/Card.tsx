import { type ReactNode, useId } from 'react';
import { Icon } from '../icon/Icon.tsx';
import * as styles from './Card.module.css';
import * as textStyles from './Text.module.css';

interface CardProps {
  readonly title?: string;
  /** What the card is, for readers of the page, when it shows no title. */
  readonly label?: string;
  /** At the end of the title's line. */
  readonly action?: ReactNode;
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** A flat surface with a border. */
export function Card({ title, label, action, busy, children }: CardProps) {
  const id = useId();
  return (
    <section
      className="card"
      aria-labelledby={title === undefined ? undefined : id}
      aria-label={label}
      aria-busy={busy || undefined}
    >
      {title !== undefined && <Head id={id} className={styles.head} title={title} action={action} />}
      {children}
    </section>
  );
}

/** A titled part of a screen that is no card itself: a list with its heading. */
export function Section({ title, action, busy, children }: CardProps & { title: string }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id} aria-busy={busy || undefined}>
      <Head id={id} className={styles.sectionHead} title={title} action={action} />
      {children}
    </section>
  );
}

interface HeadProps {
  readonly id: string;
  readonly className: string | undefined;
  readonly title: string;
  readonly action: ReactNode;
}

function Head({ id, className, title, action }: HeadProps) {
  return (
    <div className={className}>
      <h2 id={id}>{title}</h2>
      {action}
    </div>
  );
}

/** Lines that belong closely together. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

/** What leads a sheet or a card, in its middle: a mark, a figure, a status. */
export function Centred({ children }: { children: ReactNode }) {
  return <div className={styles.centred}>{children}</div>;
}

interface SubjectProps {
  /** The person, the stone. */
  readonly mark: ReactNode;
  readonly name: string;
  /** Who or what that is. */
  readonly text?: string | undefined;
}

/** Whom or what it is about, before anything else: its mark and its name at the size of a heading. */
export function Subject({ mark, name, text }: SubjectProps) {
  return (
    <div className={styles.centred}>
      {mark}
      <strong className={styles.subject} translate="no">
        {name}
      </strong>
      {text !== undefined && <p className={textStyles.hint}>{text}</p>}
    </div>
  );
}

/** A quiet box inside a card: something to compare or to copy. */
export function Panel({ children }: { children: ReactNode }) {
  return <div className={styles.panel}>{children}</div>;
}

/** Two things at the ends of one line, below each other where they do not fit. */
export function Ends({ children }: { children: ReactNode }) {
  return <div className={styles.head}>{children}</div>;
}

interface MoreProps {
  readonly title: string;
  readonly card?: boolean;
  /** From the start; the reader may close it. */
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** What can be opened when wanted: details of a failure, the list twin of a picture. */
export function More({ title, card, open, children }: MoreProps) {
  return (
    <details className={card ? `card ${styles.more} ${styles.inCard}` : styles.more} open={open}>
      <summary>
        {title}
        <Icon icon="down" />
      </summary>
      {children}
    </details>
  );
}
