import * as styles from './Audit.module.css';
import { differences } from './differences.ts';

interface ChangesProps {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** In the reader's words; without them facts are said as the log has them. */
  readonly words?: {
    readonly nameOf: (name: string) => string;
    readonly sayValue: (name: string, text: string) => string;
  };
}

/** What stood there and what stands there now, line by line; what stayed is there once. */
export function Changes({ before, after, words }: ChangesProps) {
  const said = (name: string, text: string): string =>
    words === undefined ? `${name}: ${text}` : `${words.nameOf(name)}: ${words.sayValue(name, text)}`;
  return (
    <ul className={styles.changes} translate="no">
      {differences(before, after).map(({ name, was, is }) => (
        <li key={name}>
          {was === is ? (
            is !== undefined && said(name, is)
          ) : (
            <>
              {was !== undefined && <del>{said(name, was)}</del>}
              {is !== undefined && <ins>{said(name, is)}</ins>}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
