import type { Output } from '@trellis/api-contract';
import { csvHead, csvLines, writtenText } from '../../platform/http/csvLines.ts';

const columns = ['time', 'kind', 'unit', 'amount', 'balance_after', 'counterparty', 'reference', 'cause'] as const;

/**
 * Records as CSV (RFC 4180, UTF-8): one header line, then one line a record, newest first. Times are RFC 3339 in UTC, amounts
 * plain decimals. Names, kinds and causes stay English: programs read them.
 */
export async function* recordsCsv(
  pages: AsyncIterable<readonly Output<'listRecords'>['records'][number][]>,
): AsyncGenerator<string> {
  yield csvHead(columns);
  for await (const records of pages)
    yield csvLines(
      records.map(({ at, kind, money, balanceAfter, counterparty, reference, cause }) => [
        at,
        kind,
        money.unit,
        money.amount,
        balanceAfter.amount,
        writtenText(counterparty),
        reference,
        cause ?? '',
      ]),
    );
}
