import type { Money } from '@trellis/api-contract';
import { csvHead, csvLines, type WrittenText } from './csvLines.ts';

type Cell = string | Money | Date | WrittenText | null | undefined;

/** What stands under each name, in the order of the columns. Names stay English: programs read them. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/**
 * A list as CSV (RFC 4180, UTF-8), in the order in which its rows come: times in UTC, amounts plain decimals; what people
 * wrote is never a formula, and as `writtenText` never a number or a date.
 */
export async function* csvTable<Row>(
  columns: Columns<Row>,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvHead(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const rows of pages)
    yield csvLines(
      rows.map((row) => cells.map((cell) => written(cell(row)))),
      { written: true },
    );
}

const written = (cell: Cell): string | Money | WrittenText =>
  cell instanceof Date ? cell.toISOString() : (cell ?? '');
