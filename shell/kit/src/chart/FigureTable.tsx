import type { ReactNode } from 'react';
import * as styles from './FigureTable.module.css';

interface FigureTableProps {
  readonly caption: string;
  readonly head: readonly [string, string];
  readonly rows: readonly { readonly key: string; readonly name: string; readonly value: ReactNode }[];
}

/** The figures of a picture, for whoever reads rather than looks: one line for each. */
export function FigureTable({ caption, head, rows }: FigureTableProps) {
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head[0]}</th>
          <th scope="col">{head[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, value }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
