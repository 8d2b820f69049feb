import { csvLines } from '../../platform/http/csvLines.ts';
import type { ShownDeposit } from './depositQueue.ts';

type Cell = (of: ShownDeposit) => string | null | undefined;

/** In the order of the columns. */
const columns: Readonly<Record<string, Cell>> = {
  id: ({ id }) => id,
  time: ({ at }) => at,
  member: ({ username }) => username,
  chain: ({ chain }) => chain,
  state: ({ state }) => state,
  unit: ({ received }) => received.unit,
  received: ({ received }) => received.amount,
  minimum: ({ minimum }) => minimum?.amount,
  credited_unit: ({ credited }) => credited?.unit,
  credited: ({ credited }) => credited?.amount,
  transaction: ({ transaction }) => transaction.id,
  confirmations: ({ confirmations }) => String(confirmations),
  needed: ({ needed }) => String(needed),
  sender: ({ sender }) => sender,
  release_asked_by: ({ releaseAskedBy }) => releaseAskedBy,
  return_asked_by: ({ returnAskedBy }) => returnAskedBy,
  withdrawal: ({ withdrawal }) => withdrawal,
};

/**
 * Deposits as CSV (RFC 4180, UTF-8), the latest first: times in UTC, amounts plain decimals. Names stay English: programs
 * read them.
 */
export async function* depositsCsv(pages: AsyncIterable<readonly ShownDeposit[]>): AsyncGenerator<string> {
  yield csvLines([Object.keys(columns)]);
  const cells = Object.values(columns);
  for await (const rows of pages)
    yield csvLines(
      rows.map((row) => cells.map((cell) => cell(row) ?? '')),
      { written: true },
    );
}
