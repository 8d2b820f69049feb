import type { Money } from '@trellis/api-contract';
import { stringify } from 'csv-stringify/sync';

interface CsvOptions {
  /**
   * Texts that people wrote: one that a spreadsheet would take for a formula gets an apostrophe before it. Not for columns of
   * numbers, where a minus is one.
   */
  readonly written?: true;
}

/** Lines of CSV (RFC 4180), each with its end. Money is its plain decimal, and keeps its minus beside what people wrote. */
export const csvLines = (rows: readonly (readonly (string | Money)[])[], { written }: CsvOptions = {}): string =>
  stringify(rows as (string | Money)[][], {
    record_delimiter: 'windows',
    // A line feed alone ends no line here, but does for who reads it.
    quoted_match: /[\r\n]/,
    escape_formulas: written ?? false,
    cast: { object: ({ amount }) => ({ value: amount as string, escape_formulas: false }) },
  });
