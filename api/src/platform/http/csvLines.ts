import type { Money } from '@trellis/api-contract';
import { stringify } from 'csv-stringify/sync';

/** What people wrote or chose, such as a name: it stays what it is in a spreadsheet, whatever it looks like there. */
export class WrittenText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A cell of what people wrote; none where nobody did. */
export const writtenText = (text: string | null | undefined): WrittenText | '' =>
  text === null || text === undefined || text === '' ? '' : new WrittenText(text);

/**
 * What a spreadsheet takes for a number, a date or a truth, also after a sign of money, and in Japan by its eras: `0077`
 * would lose its zeros, `1e10` become 10,000,000,000, `mar1` the first of March.
 */
const converted =
  /^\s*(?:[.,(\p{Sc}]*\p{Nd}|(?:true|false)\s*$|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\s./-]*\p{Nd}|[mtshr]\p{Nd}+[./-])/iu;

interface CsvOptions {
  /** Of columns where a minus is none of a number: what begins as a formula does gets an apostrophe before it. */
  readonly written?: true;
}

/**
 * Lines of CSV (RFC 4180), each with its end. Money is its plain decimal, and keeps its minus alongside what people wrote. Of
 * that, what a spreadsheet would take for a formula or for anything but text begins with an apostrophe: the one sign that
 * all of them, of Microsoft, Apple, Google and LibreOffice, read as text and none as a formula.
 */
export const csvLines = (
  rows: readonly (readonly (string | Money | WrittenText)[])[],
  { written }: CsvOptions = {},
): string =>
  stringify(rows as (string | Money | WrittenText)[][], {
    record_delimiter: 'windows',
    // A line feed alone ends no line here, but does for who reads it.
    quoted_match: /[\r\n]/,
    escape_formulas: written ?? false,
    cast: {
      object(cell) {
        if (!(cell instanceof WrittenText)) return { value: cell.amount as string, escape_formulas: false };
        const { text } = cell;
        return converted.test(text)
          ? { value: `'${text}`, escape_formulas: false }
          : { value: text, escape_formulas: true };
      },
    },
  });

/** The first line of a file. After a byte order mark spreadsheets read all scripts right, and without one their country's. */
export const csvHead = (columns: readonly string[]): string => `\ufeff${csvLines([columns])}`;
