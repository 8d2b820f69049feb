import { writtenText } from '../../platform/http/csvLines.ts';
import type { Columns } from '../../platform/http/csvTable.ts';
import type { ShownDeposit } from './depositQueue.ts';

/** Of a file of deposits. */
export const depositColumns: Columns<ShownDeposit> = {
  id: ({ id }) => id,
  time: ({ at }) => at,
  member: ({ username }) => writtenText(username),
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
  reason: ({ reason }) => writtenText(reason),
  release_asked_by: ({ releaseAskedBy }) => releaseAskedBy,
  return_asked_by: ({ returnAskedBy }) => returnAskedBy,
  withdrawal: ({ withdrawal }) => withdrawal,
};
