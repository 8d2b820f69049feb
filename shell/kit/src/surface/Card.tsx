import { type ReactNode, useId } from 'react';
import { Icon } from '../icon/Icon.tsx';

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
      {title !== undefined && <Head id={id} className="card-head" title={title} action={action} />}
      {children}
    </section>
  );
}

/** A titled part of a screen that is no card itself: a list with its heading. */
export function Section({ title, action, busy, children }: CardProps & { title: string }) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id} aria-busy={busy || undefined}>
      <Head id={id} className="section-head" title={title} action={action} />
      {children}
    </section>
  );
}

function Head({ id, className, title, action }: { id: string; className: string; title: string; action: ReactNode }) {
  return (
    <div className={className}>
      <h2 id={id}>{title}</h2>
      {action}
    </div>
  );
}

/** Lines that belong closely together. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className="stack">{children}</div>;
}

/** A quiet box inside a card: something to compare or to copy. */
export function Panel({ children }: { children: ReactNode }) {
  return <div className="panel">{children}</div>;
}

/** A second-rank text. */
export function Hint({ children }: { children: ReactNode }) {
  return <p className="hint">{children}</p>;
}

/** What can be opened when wanted: details of a failure, the list twin of a picture. */
export function More({ title, card, children }: { title: string; card?: boolean; children: ReactNode }) {
  return (
    <details className={card ? 'card more' : 'more'}>
      <summary>
        {title}
        <Icon of="down" />
      </summary>
      {children}
    </details>
  );
}
