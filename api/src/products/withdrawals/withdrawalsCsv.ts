import type { Explorers } from '../../chain/config/explorers.ts';
import { csvLines } from '../../platform/http/csvLines.ts';
import { presentWithdrawal, type WithdrawalRow } from './withdrawalRepository.ts';

/** A withdrawal as operators see it in a list. */
export const presentRow = (explorers: Explorers, row: WithdrawalRow) => ({
  ...presentWithdrawal(row, explorers),
  username: row.username,
  risks: [...row.risks],
  approvedBy: [...row.given],
  approvalsNeeded: row.approvals,
  revision: row.revision,
});

type Cell = (of: ReturnType<typeof presentRow>) => string | null | undefined;

/** In the order of the columns. What an operator sees of a payout before the chain has it is not in a file. */
const columns: Readonly<Record<string, Cell>> = {
  id: ({ id }) => id,
  reference: ({ reference }) => reference,
  created: ({ createdAt }) => createdAt,
  deadline: ({ deadlineAt }) => deadlineAt,
  member: ({ username }) => username,
  unit: ({ amount }) => amount.unit,
  amount: ({ amount }) => amount.amount,
  asset: ({ asset }) => asset,
  received: ({ received }) => received.amount,
  fee: ({ fee }) => fee.amount,
  chain: ({ chain }) => chain,
  address: ({ address }) => address,
  origin: ({ origin }) => origin,
  stake: ({ stake }) => stake,
  status: ({ status }) => status,
  step: ({ step }) => step,
  cause: ({ cause }) => cause,
  risks: ({ risks }) => risks.join(' '),
  approved_by: ({ approvedBy }) => approvedBy.join(' '),
  approvals_needed: ({ approvalsNeeded }) => String(approvalsNeeded),
  transaction: ({ payout }) => payout?.transaction.id,
};

/**
 * Withdrawals as CSV (RFC 4180, UTF-8), in the order in which they come: times in UTC, amounts plain decimals, several
 * names in one cell apart by a space. Names stay English: programs read them.
 */
export async function* withdrawalsCsv(
  pages: AsyncIterable<readonly WithdrawalRow[]>,
  explorers: Explorers,
): AsyncGenerator<string> {
  yield csvLines([Object.keys(columns)]);
  const cells = Object.values(columns);
  for await (const rows of pages)
    yield csvLines(
      rows.map((row) => {
        const shown = presentRow(explorers, row);
        return cells.map((cell) => cell(shown) ?? '');
      }),
      { written: true },
    );
}
