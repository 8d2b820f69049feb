import { stringify } from 'csv-stringify/sync';

interface CsvOptions {
  /**
   * Texts that people wrote: one that a spreadsheet would take for a formula gets an apostrophe before it. Not for columns of
   * numbers, where a minus is one.
   */
  readonly written?: true;
}

/** Lines of CSV (RFC 4180), each with its end. */
export const csvLines = (rows: readonly (readonly string[])[], { written }: CsvOptions = {}): string =>
  stringify(rows as string[][], {
    record_delimiter: 'windows',
    // A line feed alone ends no line here, but does for who reads it.
    quoted_match: /[\r\n]/,
    escape_formulas: written ?? false,
  });
