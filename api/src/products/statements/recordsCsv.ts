import type { AnswerOf } from '@trellis/api-contract/schemas';
import { csvHead, csvLines, writtenText } from '../../platform/http/csvLines.ts';

const columns = ['time', 'kind', 'unit', 'amount', 'balance_after', 'counterparty', 'reference', 'cause'] as const;

/** For who reads it themselves: a spreadsheet takes `2026-12-01 05:00:00` for a date, and RFC 3339 for words. */
const readersColumns = ['local_time', 'time_zone'] as const;

/**
 * Records as CSV (RFC 4180, UTF-8): one header line, then one line a record, newest first. Times are RFC 3339 in UTC, amounts
 * plain decimals. Names, kinds and causes stay English: programs read them.
 * @param timeZone of the reader: each record then has its day and time there, too, as the pages show them
 */
export async function* recordsCsv(
  pages: AsyncIterable<readonly AnswerOf<'member', 'listRecords'>['records'][number][]>,
  timeZone?: string,
): AsyncGenerator<string> {
  const local = timeZone === undefined ? undefined : wallTime(timeZone);
  yield csvHead(local ? [...columns, ...readersColumns] : columns);
  for await (const records of pages)
    yield csvLines(
      records.map(({ at, kind, money, balanceAfter, counterparty, reference, cause }) => [
        new Date(at).toISOString(),
        kind,
        money.unit,
        money.amount,
        balanceAfter.amount,
        writtenText(counterparty),
        reference,
        cause ?? '',
        ...(local && timeZone ? [local(at), timeZone] : []),
      ]),
    );
}

/** What a clock on the wall of that zone shows: Swedish writes days and times as ISO 8601 has them. */
function wallTime(timeZone: string): (at: string | Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(new Date(at));
}
