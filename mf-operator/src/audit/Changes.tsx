import * as styles from './Audit.module.css';
import { differences } from './differences.ts';

interface ChangesProps {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** What stood there and what stands there now, line by line; what stayed is there once. */
export function Changes({ before, after }: ChangesProps) {
  return (
    <ul className={styles.changes} translate="no">
      {differences(before, after).map(({ name, was, is }) => (
        <li key={name}>
          {was === is ? (
            `${name}: ${is}`
          ) : (
            <>
              {was !== undefined && <del>{`${name}: ${was}`}</del>}
              {is !== undefined && <ins>{`${name}: ${is}`}</ins>}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
