import type { Explorers } from '../../chain/config/explorers.ts';
import { writtenText } from '../../platform/http/csvLines.ts';
import { type Columns, csvTable } from '../../platform/http/csvTable.ts';
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

/** What an operator sees of a payout before the chain has it is not in a file. */
const columns: Columns<ReturnType<typeof presentRow>> = {
  id: ({ id }) => id,
  reference: ({ reference }) => reference,
  created: ({ createdAt }) => createdAt,
  deadline: ({ deadlineAt }) => deadlineAt,
  member: ({ username }) => writtenText(username),
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

/** Withdrawals as CSV, several names in one cell apart by a space. */
export const withdrawalsCsv = (
  pages: AsyncIterable<readonly WithdrawalRow[]>,
  explorers: Explorers,
): AsyncGenerator<string> => csvTable(columns, presented(pages, explorers));

async function* presented(pages: AsyncIterable<readonly WithdrawalRow[]>, explorers: Explorers) {
  for await (const rows of pages) yield rows.map((row) => presentRow(explorers, row));
}
